import type { Page } from 'playwright-core'

/** Runs in the page: each visible figure of six decimals or more that stands on more than one line, or reaches beyond the window or its own box. */
const FIND = `(() => {
  const faults = []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const scrolls = (element) => element && (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    if (!text.parentElement.checkVisibility()) continue
    for (const { index, 0: figure } of text.data.matchAll(/[0-9][0-9,]*[.][0-9]{6,}/g)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + figure.length)
      const boxes = [...range.getClientRects()]
      if (new Set(boxes.map(({ top }) => top)).size > 1) faults.push(figure + ' breaks in ' + text.parentElement.closest('[class], dd, td').outerHTML.slice(0, 120))
      const clip = text.parentElement.closest('.card, main, body').getBoundingClientRect()
      if (!scrolls(text.parentElement) && boxes.some(({ left, right }) => left < clip.left || right > clip.right))
        faults.push(figure + ' is cut in ' + text.parentElement.closest('[class], dd, td').outerHTML.slice(0, 120))
    }
  }
  return faults
})()`

/** The faults of the exact figures of a page: amounts are shown whole, on one line. */
export const findBrokenFigures = (page: Page): Promise<string[]> => page.evaluate<string[]>(FIND)

/** True of a page that shows at least one such figure. */
export const hasFigures = (page: Page): Promise<boolean> => page.evaluate<boolean>('/[.][0-9]{18}/.test(document.body.innerText)')
