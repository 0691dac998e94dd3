/** What became of a payment on a payment page. */
export interface CheckoutOutcome {
  /** `processing`: the outcome comes later. */
  readonly outcome: 'paid' | 'processing' | 'declined' | 'refused'
  /** Where a browser would be now; absent after a refusal. */
  readonly url?: string
  /** Why it was declined or refused. */
  readonly message?: string
}

/**
 * Pays a payment page of the double without a browser: with the number of a test card, `bank_debit_succeeds` or `bank_debit_fails`. A card
 * that asks for authentication gets it.
 * @throws {Error} when the address is no page of the double.
 */
export async function payCheckout(url: string, method = '4242424242424242'): Promise<CheckoutOutcome> {
  const tried = await submitForm<CheckoutOutcome | Challenge>(url, { method })
  return tried.outcome === 'authenticate' ? submitForm<CheckoutOutcome>(tried.url, { outcome: 'complete' }) : tried
}

/** How far a merchant comes on the onboarding page. */
export type OnboardingOutcome = 'complete' | 'later' | 'leave'

/**
 * Submits an onboarding page of the double without a browser, and returns where a browser would be now.
 * @throws {Error} when the address is no page of the double.
 */
export async function submitOnboarding(url: string, outcome: OnboardingOutcome = 'complete'): Promise<string> {
  return (await submitForm<{ readonly url: string }>(url, { outcome })).url
}

interface Challenge {
  readonly outcome: 'authenticate'
  readonly url: string
}

async function submitForm<Answer>(url: string, form: Readonly<Record<string, string>>): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(form), headers: { accept: 'application/json' } })
  const isOurs = response.headers.get('content-type') === 'application/json' && response.status !== 404
  if (!isOurs) throw new Error(`${url} is no page of this devnet's card processor: ${response.status}`)
  // The pages answer programs with these members alone.
  return (await response.json()) as Answer
}
