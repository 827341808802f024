//! The allocator of the program, which counts the heap of each run. The library has none, so that other programs can choose theirs.

use plyscope::experiment::cost::{HeapMeter, count_heap_with};

/// Counts the heap of all runs from now on.
pub(crate) fn install() {
    count_heap_with(HeapMeter {
        peak: |work| allocation_counter::measure(work).bytes_max,
        uncounted: |work| allocation_counter::opt_out(work),
    });
}
