//! Sorting where it takes no time that anyone notices, with little compiled code.
//!
//! The standard library compiles its sort anew for each type and each comparison, two thousand lines of LLVM IR every time. Here it is
//! compiled once, for numbers that are compared behind a pointer, and each type adds only how two elements change places. That
//! takes about three times as long, so what sorts a whole tree calls the standard library.

use std::cmp::Ordering;

/// Sorts a list by a key. Equal elements keep their order.
pub(crate) fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    let mut keys = Vec::with_capacity(list.len());
    for element in list.iter() {
        keys.push(key(element));
    }
    arrange(list, order(keys.len(), &|a, b| keys[a].cmp(&keys[b])));
}

/// Sorts a list by a comparison. Equal elements keep their order.
pub(crate) fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = order(list.len(), &|a, b| compare(&list[a], &list[b]));
    arrange(list, order);
}

/// The places of a list in the order in which a comparison sorts them. Equal ones keep their order.
pub(crate) fn order(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order = Vec::with_capacity(len);
    for place in 0..len {
        order.push(place);
    }
    order.sort_by(|&a, &b| compare(a, b));
    order
}

/// Adds an element to a list that is sorted and has each element once, unless it is there.
pub(crate) fn insert<T: Ord>(set: &mut Vec<T>, element: T) {
    if let Err(place) = set.binary_search(&element) {
        set.insert(place, element);
    }
}

/// Puts the element from place `order[n]` at place `n`, for each `n`.
fn arrange<T>(list: &mut [T], mut order: Vec<usize>) {
    exchanges(&mut order, place_itself, &mut |a, b| list.swap(a, b));
}

/// A function, as a closure would be another one for each type of list.
fn place_itself(place: &mut usize) -> &mut usize {
    place
}

/// The exchanges that put at each place what is at the place that is noted there.
pub(crate) fn exchanges<T>(
    notes: &mut [T],
    place_in: impl Fn(&mut T) -> &mut usize,
    swap: &mut dyn FnMut(usize, usize),
) {
    for start in 0..notes.len() {
        let mut place = start;
        loop {
            let next = std::mem::replace(place_in(&mut notes[place]), place);
            if next == start {
                break;
            }
            swap(place, next);
            place = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_list_is_sorted_as_by_the_standard_library(mut list in vec((0..9_u8, any::<u16>()), 0..60)) {
            let mut expected = list.clone();
            expected.sort_by_key(|&(key, _)| key);
            let mut falling = list.clone();
            sort_by_key(&mut list, |&(key, _)| key);
            prop_assert_eq!(list, expected);

            let mut expected = falling.clone();
            expected.sort_by(|(a, _), (b, _)| b.cmp(a));
            sort_by(&mut falling, |(a, _), (b, _)| b.cmp(a));
            prop_assert_eq!(falling, expected);
        }
    }
}
