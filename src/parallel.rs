//! Jobs on several threads, and what they share.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rayon::prelude::*;

/// Does the jobs with the numbers below `count` on the threads of the current pool, until one fails.
pub(crate) fn in_parallel<E: Send>(count: usize, job: &(dyn Fn(usize) -> Result<(), E> + Sync)) -> Result<(), E> {
    let failed = Mutex::new(None);
    all(count, &|number| match job(number) {
        Ok(()) => true,
        Err(error) => {
            locked(&failed).get_or_insert(error);
            false
        }
    });
    failed.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
}

/// What rayon needs is compiled here, once for all kinds of jobs.
fn all(count: usize, job: &(dyn Fn(usize) -> bool + Sync)) -> bool {
    (0..count).into_par_iter().all(job)
}

/// Locks what is consistent at any moment, also after a thread that held the lock has panicked.
pub(crate) fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
