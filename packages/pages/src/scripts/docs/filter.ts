import { wordsOf } from './rank.ts'

/** Filters the table of error codes while the reader types. */
export function startFilter(): void {
  const filter = document.querySelector<HTMLElement>('[data-filter]')
  const field = filter?.querySelector('input')
  const count = filter?.querySelector('output')
  const none = document.querySelector<HTMLElement>('.filter__none')
  const rows = [...document.querySelectorAll<HTMLElement>('#codes-table tbody tr')]
  if (!filter || !field || !count || !none) return
  const apply = (): void => {
    const words = wordsOf(field.value)
    for (const row of rows) row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word))
    const left = rows.filter((row) => !row.hidden).length
    count.textContent = left === rows.length ? `${rows.length} codes` : `${left} of ${rows.length} codes`
    none.hidden = left > 0
  }
  field.addEventListener('input', apply)
  filter.hidden = false
  apply()
}
