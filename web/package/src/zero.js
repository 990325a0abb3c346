// The zero that no compiler knows.

export function zeroBuffer(device) {
  // Memory of a new buffer is all zeros.
  return device.createBuffer({ label: 'floatfloat zero', size: 16, usage: GPUBufferUsage.STORAGE });
}
