/** Runs in a page: nothing scrolls sideways, and every filter and tab of a list is in view. */
export const FITS = `document.documentElement.scrollWidth <= innerWidth &&
  [...document.querySelectorAll('.filters *, .tabs *')].every((part) => part.getBoundingClientRect().right <= innerWidth)`
