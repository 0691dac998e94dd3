const LINE = 0.25

/** Marks the section that is being read, in "On this page" and in the navigation. */
export function startReading(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.toc a, .docnav ul ul a')]
  const heads = [...document.querySelectorAll<HTMLElement>('.prose :is(h2, h3)[id]')]
  if (links.length === 0 || heads.length === 0) return
  const mark = (): void => {
    const passed = heads.filter((head) => head.getBoundingClientRect().top < innerHeight * LINE)
    const here = (passed.at(-1) ?? heads[0])?.id
    for (const link of links) link.classList.toggle('is-here', decodeURIComponent(link.hash) === `#${here}`)
  }
  addEventListener('scroll', mark, { passive: true })
  mark()
}
