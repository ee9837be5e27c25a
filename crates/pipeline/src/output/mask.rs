//! Colour mask (GL 2.1, 4.2.2).

/// Stores the components that `mask` enables, bit 0 for red.
pub(crate) fn store<T: Copy>(stored: &mut [T; 4], new: [T; 4], mask: u8) {
    if mask & 0b1111 == 0b1111 {
        *stored = new;
        return;
    }
    for (component, value) in new.into_iter().enumerate() {
        if mask >> component & 1 != 0 {
            stored[component] = value;
        }
    }
}
