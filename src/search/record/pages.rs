//! A list that grows without being copied.

/// The number of items of a full page.
const PAGE: usize = 1024;

/// A list in pages: to grow it touches no memory but that of the new items.
#[derive(Clone, Debug)]
pub(super) struct Pages<T> {
    /// All but the last one are full.
    pages: Vec<Vec<T>>,
}

impl<T> Default for Pages<T> {
    fn default() -> Pages<T> {
        Pages { pages: Vec::new() }
    }
}

impl<T: Copy> Pages<T> {
    /// The item at an index below the number of items.
    #[inline]
    pub(super) fn get(&self, index: usize) -> &T {
        &self.pages[index / PAGE][index % PAGE]
    }

    pub(super) fn last(&self) -> Option<&T> {
        self.pages.last()?.last()
    }

    pub(super) fn pop(&mut self) -> Option<T> {
        let last = self.pages.last_mut()?;
        let item = last.pop();
        if last.is_empty() {
            self.pages.pop();
        }
        item
    }

    #[inline]
    pub(super) fn push(&mut self, item: T) {
        match self.pages.last_mut() {
            Some(page) if page.len() < PAGE => page.push(item),
            _ => self.extend(&[item]),
        }
    }

    pub(super) fn extend(&mut self, mut items: &[T]) {
        while !items.is_empty() {
            let page = match self.pages.last_mut() {
                Some(page) if page.len() < PAGE => page,
                _ => self.pages.push_mut(Vec::with_capacity(PAGE)),
            };
            let (now, later) = items.split_at(items.len().min(PAGE - page.len()));
            page.extend_from_slice(now);
            items = later;
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> + Clone {
        self.pages.iter().flatten()
    }
}
