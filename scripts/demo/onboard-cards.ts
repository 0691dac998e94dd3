import { submitOnboarding } from '@gateway/devnet/stripe/visit-pages'
import { waitFor } from '@gateway/devnet/wait'
import { call, CallRefused } from './client.ts'

/** A business and its key. */
export interface Onboarding {
  readonly api: string
  readonly key: string
  readonly businessId: string
}

const PATIENCE = { timeoutMs: 60_000, everyMs: 200 }

/** Onboards a business at the card processor, with everything that the processor wants to know; one that may take cards is left alone. */
export async function onboardCards({ api, key, businessId }: Onboarding): Promise<void> {
  if (await isOnboarded({ api, key, businessId })) return
  const body = { businessId, country: 'US' }
  const { onboarding_url: page } = await call<{ onboarding_url: string }>(api, { path: '/cards/connect/onboard', key, body })
  await submitOnboarding(page)
  await waitFor('the card processor to accept the business', () => isOnboarded({ api, key, businessId }), PATIENCE)
}

async function isOnboarded({ api, key, businessId }: Onboarding): Promise<boolean> {
  try {
    return (await call(api, { path: `/cards/connect/status/${businessId}`, key }))['onboarding_complete'] === true
  } catch (error) {
    if (error instanceof CallRefused && error.status === 404) return false
    throw error
  }
}
