import { useState } from 'react'
import { Json } from '../ui/json.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { profileOf } from './did-link.tsx'

const forms = ['HTML', 'Markdown', 'Address'] as const
type Form = (typeof forms)[number]

const options = forms.map((form) => [form, form] as const)

/** The badge as every page can show it, and the text that embeds it. */
export function BadgeSnippet({ did }: { readonly did: string }) {
  const [form, setForm] = useState<Form>('HTML')
  return (
    <div className="stack">
      <p>It shows your score as it is, in light or dark as the reader’s system asks, and leads to your public profile.</p>
      <p>
        <img src={badgePath(did)} alt="Your badge, as a page shows it" height={28} />
      </p>
      <div>
        <Segmented label="Form" options={options} value={form} onChange={setForm} />
      </div>
      <Json name={form} value={snippets[form](location.origin, did)} />
    </div>
  )
}

const badgePath = (did: string): string => `/api/reputation/badge/${encodeURIComponent(did)}`

const snippets: Readonly<Record<Form, (origin: string, did: string) => string>> = {
  HTML: (origin, did) => `<a href="${origin}${profileOf(did)}"><img src="${origin}${badgePath(did)}" alt="Reputation" height="28" /></a>`,
  Markdown: (origin, did) => `[![Reputation](${origin}${badgePath(did)})](${origin}${profileOf(did)})`,
  Address: (origin, did) => `${origin}${badgePath(did)}`,
}
