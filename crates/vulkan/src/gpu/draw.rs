//! A job, carried out.

use std::sync::atomic::Ordering;

use super::device::Gpu;
use super::job::Job;
use super::objects::{Objects, Shared};
use crate::error::GpuError;

/// The results of a job.
pub(crate) struct Drawn {
    /// The pictures of its attachments, in their order.
    pub(crate) pictures: Vec<Vec<u8>>,
    /// The contents of the storage buffers.
    pub(crate) storages: Vec<Vec<u8>>,
    /// The texels of the images.
    pub(crate) images: Vec<Vec<u8>>,
}

impl Gpu {
    /// Carries a job out.
    pub(crate) fn draw(&self, job: &Job<'_>) -> Result<Drawn, GpuError> {
        let _one = self.busy.lock().map_err(|_| GpuError::Poisoned)?;
        if self.lost.load(Ordering::Relaxed) {
            return Err(GpuError::Lost);
        }
        let mut objects = Objects::new(self);
        let resources = objects.resources(job)?;
        let pipeline = objects.pipeline(job, resources.set_layout)?;
        let readers = objects.run(job, &resources, &pipeline)?;
        let read = |buffers: &[Shared]| buffers.iter().map(|buffer| objects.read(buffer)).collect();
        let pictures: Result<_, GpuError> = read(&readers);
        let storages: Result<_, GpuError> = read(&resources.storages);
        let images = resources.images.iter().map(|image| objects.read(&image.to));
        let images: Result<_, GpuError> = images.collect();
        Ok(Drawn {
            pictures: pictures?,
            storages: storages?,
            images: images?,
        })
    }
}
