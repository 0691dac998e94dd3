import { keep, kept } from './choice.ts'

/** Languages of samples: a choice of one holds for every block of every page. Other tabs, such as statuses, are chosen one by one. */
const languages: ReadonlySet<string> = new Set(['curl', 'Node', 'Python'])

/** Shows one language in every block that has it, and keeps the choice. */
export function startCodeTabs(): void {
  choose(kept('docs-language') ?? 'curl')
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest('.code__tabs') || !languages.has(target.value)) return
    const before = target.getBoundingClientRect().top
    choose(target.value)
    keep('docs-language', target.value)
    // Blocks above change their height: the one that was pressed stays where it is.
    scrollBy(0, target.getBoundingClientRect().top - before)
  })
}

function choose(language: string): void {
  if (!languages.has(language)) return
  for (const input of document.querySelectorAll<HTMLInputElement>('.code__tabs input')) if (input.value === language) input.checked = true
}
