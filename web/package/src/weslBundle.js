// The libraries as WESL modules: `import floatfloat_wgsl::ff_add;` takes that of `barrier`,
// `import floatfloat_wgsl::integers::ff_add;` another.

import barrier from '../dist/operations/barrier.js';
import barrierFma from '../dist/operations/barrier_fma.js';
import integers from '../dist/operations/integers.js';
import plain from '../dist/operations/plain.js';
import plainFma from '../dist/operations/plain_fma.js';
import barrierFunctions from '../dist/functions/barrier.js';
import barrierFmaFunctions from '../dist/functions/barrier_fma.js';
import integersFunctions from '../dist/functions/integers.js';
import plainFunctions from '../dist/functions/plain.js';
import plainFmaFunctions from '../dist/functions/plain_fma.js';

export const weslBundle = {
  name: 'floatfloat_wgsl',
  edition: 'unstable_2025_1',
  modules: {
    'lib.wgsl': `${barrier}\n${barrierFunctions}`,
    'barrier_fma.wgsl': `${barrierFma}\n${barrierFmaFunctions}`,
    'integers.wgsl': `${integers}\n${integersFunctions}`,
    'plain.wgsl': `${plain}\n${plainFunctions}`,
    'plain_fma.wgsl': `${plainFma}\n${plainFmaFunctions}`,
  },
};

export default weslBundle;
