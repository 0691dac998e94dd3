import type { Outputs } from '../trpc.ts'
import { countryName } from './language-name.ts'

type Shown = NonNullable<NonNullable<Outputs['invoices']['portal']['detail']['invoice']['client']>['address']>

/** An address in the lines of a letter. */
export function PostalAddress({ address: { street, extra, postcode, city, region, country } }: { readonly address: Shown }) {
  const lines = [street, extra, [postcode, city].filter(Boolean).join(' '), region, countryName(country)].filter(Boolean)
  return (
    <span dir="auto">
      {lines.map((line, at) => (
        <span key={at} className="block break-words">
          {line}
        </span>
      ))}
    </span>
  )
}
