//! A draw, carried out.

use std::sync::MutexGuard;
use std::sync::atomic::Ordering;

use super::device::Gpu;
use super::job::Job;
use super::objects::Objects;
use super::resources::BoundResources;
use crate::error::GpuError;

/// The results of a job.
pub(crate) struct Drawn {
    /// The pictures of its attachments, in their order.
    pub(crate) pictures: Vec<Vec<u8>>,
    /// What shaders changed.
    pub(crate) changes: Changes,
}

/// What shaders changed.
pub(crate) struct Changes {
    /// The contents of the storage buffers.
    pub(crate) storages: Vec<Vec<u8>>,
    /// The texels of the images.
    pub(crate) images: Vec<Vec<u8>>,
}

impl Gpu {
    /// Carries a job out.
    pub(crate) fn draw(&self, job: &Job<'_>) -> Result<Drawn, GpuError> {
        let _one = self.alone()?;
        let mut objects = Objects::new(self);
        let resources = objects.resources(job)?;
        let pipeline = objects.pipeline(job, resources.bound.set_layout)?;
        let readers = objects.run(job, &resources, &pipeline)?;
        let pictures: Result<_, GpuError> = readers.iter().map(|reader| objects.read(reader)).collect();
        Ok(Drawn {
            pictures: pictures?,
            changes: objects.changes(&resources.bound)?,
        })
    }

    /// The right to use the device, one job at a time.
    pub(super) fn alone(&self) -> Result<MutexGuard<'_, ()>, GpuError> {
        let one = self.busy.lock().map_err(|_| GpuError::Poisoned)?;
        match self.lost.load(Ordering::Relaxed) {
            true => Err(GpuError::Lost),
            false => Ok(one),
        }
    }
}

impl Objects<'_> {
    /// What is in storage buffers and images when the device is done.
    pub(super) fn changes(&self, bound: &BoundResources) -> Result<Changes, GpuError> {
        let storages = bound.storages.iter().map(|buffer| self.read(buffer));
        let images = bound.images.iter().map(|image| self.read(&image.to));
        Ok(Changes {
            storages: storages.collect::<Result<_, _>>()?,
            images: images.collect::<Result<_, _>>()?,
        })
    }
}
