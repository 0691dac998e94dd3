import { useMutation } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { confirmed } from '../../accounts/confirmed.ts'
import { useBusinessId } from '../../businesses/use-business.ts'
import { api, type Inputs } from '../../trpc.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { FormRefusal } from '../../ui/notice.tsx'
import { Section } from '../../ui/page.tsx'
import { messageOf } from '../../ui/problem.ts'

/** Countries whose businesses the processor opens accounts for (docs.stripe.com/global). */
const countries =
  'AE AT AU BE BG BR CA CH CY CZ DE DK EE ES FI FR GB GI GR HK HR HU IE IN IT JP LI LT LU LV MT MX MY NL NO NZ PL PT RO SE SG SI SK TH US'.split(
    ' ',
  )

const names = new Intl.DisplayNames('en', { type: 'region' })
const options = countries.map((code) => [code, names.of(code) ?? code] as const).toSorted(([, one], [, other]) => one.localeCompare(other))

/** Asks for a fresh page of the processor and goes there; each opens once. */
function useOnboarding() {
  const businessId = useBusinessId()
  return useMutation({
    mutationFn: (country: string | undefined) =>
      confirmed(() =>
        api.cards.accounts.onboard.mutate({ businessId, ...(country && { country }) } as Inputs['cards']['accounts']['onboard']),
      ),
    onSuccess: ({ onboarding_url: url }) => location.assign(url),
  })
}

/** The first onboarding, which fixes the country of the business. */
export function BeginOnboarding() {
  const [country, setCountry] = useState('')
  const begin = useOnboarding()
  return (
    <Section title="Take cards">
      <div className="stack max-w-108">
        <p>
          Cards are charged by a card processor. It has to know your business and your bank account first; it asks on a page of its own, and
          leads you back here.
        </p>
        <FormRefusal fact="The onboarding could not begin" error={begin.error} />
        <SelectField
          label="Country of the business"
          hint="It cannot be changed later."
          value={country}
          onChange={(event) => setCountry(event.target.value)}
        >
          <option value="">Choose a country</option>
          {options.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <div className="row row--wrap">
          <Button
            look="primary"
            busy={(begin.isPending || begin.isSuccess) && 'Opening…'}
            disabled={country === ''}
            onClick={() => begin.mutate(country)}
          >
            Begin onboarding
            <ExternalLink className="icon" aria-hidden="true" />
          </Button>
          {country === '' && <span className="hint">Choose the country first.</span>}
        </div>
      </div>
    </Section>
  )
}

/** The way back to the page of the processor, which asks for what is missing. */
export function ContinueOnboarding() {
  const go = useOnboarding()
  return (
    <>
      <Button size="sm" look="primary" busy={(go.isPending || go.isSuccess) && 'Opening…'} onClick={() => go.mutate(undefined)}>
        Continue onboarding
      </Button>
      {go.error && (
        <span className="field__error" role="alert">
          {messageOf(go.error)}
        </span>
      )}
    </>
  )
}
