//! A launch as the queue takes it: checked, with everything that it binds.

use super::{
    WgpuBackend,
    kernel::{ARGUMENTS, Compiled},
    queue::Dispatch,
};
use crate::{backend::Launch, device::launch::MOST_ITERATIONS_OF_SOFTWARE, error::Error};
use wgpu::{BindGroupDescriptor, BindGroupEntry, BindingResource, BufferBinding};

impl WgpuBackend {
    /// A launch, with everything that it binds.
    pub(super) fn dispatch(
        &self,
        launch: &Launch<'_>,
        arguments: &wgpu::Buffer,
    ) -> Result<Dispatch, Error> {
        let compiled = match launch.kernel.handle.downcast_ref::<Compiled>() {
            Some(compiled) if compiled.owner == self.owner => compiled,
            _ => return Err(self.faults.failed("the kernel was compiled for another device")),
        };
        if launch.buffers.len() != compiled.bindings {
            return Err(Error::Length {
                what: "buffers of a launch",
                expected: compiled.bindings as u64,
                given: launch.buffers.len() as u64,
            });
        }
        if !compiled.ends(&launch.arguments) {
            return Err(self.faults.failed("the arguments of a launch make a loop without end"));
        }
        let iterations = compiled.iterations_of(&launch.arguments);
        if self.description.software && iterations > MOST_ITERATIONS_OF_SOFTWARE {
            return Err(self.faults.unsupported(format!(
                "a function of {} steps, which take {iterations} iterations of a loop: a software rasterizer may end \
                 loops after {MOST_ITERATIONS_OF_SOFTWARE}; divide the function, or give every element an invocation",
                compiled.steps
            )));
        }
        let most = self.limits.max_compute_workgroups_per_dimension;
        if launch.groups.iter().any(|&groups| groups > most) {
            return Err(self
                .faults
                .failed(format!("a launch has more than {most} groups in a row")));
        }
        let buffers: Vec<_> =
            launch.buffers.iter().map(|buffer| self.buffer(buffer)).collect::<Result<_, _>>()?;
        if let Some((written, read)) = buffers.split_last()
            && read.contains(written)
        {
            return Err(self.faults.failed("a launch cannot read the buffer that it writes"));
        }
        if buffers.iter().any(|buffer| buffer.size() > self.limits.max_storage_buffer_binding_size)
        {
            let most = self.limits.max_storage_buffer_binding_size;
            return Err(self.faults.unsupported(format!("a buffer of more than {most} bytes")));
        }
        let arguments = BufferBinding { buffer: arguments, offset: 0, size: Some(ARGUMENTS) };
        let mut resources: Vec<_> =
            buffers.iter().map(|buffer| buffer.as_entire_binding()).collect();
        resources.push(BindingResource::Buffer(arguments));
        resources
            .extend(compiled.constants.as_ref().map(|constants| constants.as_entire_binding()));
        let entries: Vec<_> = (0..)
            .zip(resources)
            .map(|(binding, resource)| BindGroupEntry { binding, resource })
            .collect();
        let bind_group = self.device.create_bind_group(&BindGroupDescriptor {
            label: None,
            layout: &compiled.layout,
            entries: &entries,
        });
        let (pipeline, groups) = (compiled.pipeline.clone(), launch.groups);
        let others = compiled.others.clone();
        Ok(Dispatch { pipeline, others, bind_group, groups, arguments: launch.arguments })
    }
}
