import type { Page } from 'playwright-core'
import { click, type Scene, states } from '../screens/portal/scene.ts'
import { issuerAway, longName, noCredentials, noDid, noParties, noReceipts, otherRole, withLinks } from './answers.ts'

const LINK = 'https://pay.example/escrow/manage?id=6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11&token=esc_sample'

/** Claims the DID under a name. */
async function claim(page: Page): Promise<void> {
  await click('Claim DID…')(page)
  await page.getByLabel('Display name').fill('Kestrel Coffee')
  await click('Claim DID')(page)
}

/** Pastes a text where the link of a party belongs. */
const bind =
  (text: string) =>
  async (page: Page): Promise<void> => {
    await click('I am a party…')(page)
    await page.getByLabel('Your link').fill(text)
    await click('Bind my DID')(page)
  }

/** Every page of identity in every state, by name. */
export const identityScenes: Readonly<Record<string, Scene>> = {
  ...states('identity', '/identity', [['identity.dids.get'], noDid]),
  'identity-score-error': {
    path: '/identity',
    told: { 'identity.reputation.get': { status: 500, code: 'INTERNAL_ERROR', error: 'Something failed on our side' } },
  },
  'identity-links': { path: '/identity', told: withLinks },
  'identity-long': { path: '/identity', told: longName },
  'identity-markdown': { path: '/identity', act: click('Markdown') },
  'identity-claim': { path: '/identity', told: noDid, act: click('Claim DID…') },
  'identity-claim-refused': { path: '/identity', told: issuerAway, act: claim },
  'identity-link': { path: '/identity', act: click('Link DID…') },
  'identity-link-wrong': { path: '/identity', act: click('Link DID…', 'Link DID') },
  ...states('identity-escrows', '/identity/escrows', [['identity.portal.parties'], noParties]),
  'identity-bind': { path: '/identity/escrows', act: click('I am a party…') },
  'identity-bind-wrong': { path: '/identity/escrows', act: bind('esc_sample') },
  'identity-bind-refused': { path: '/identity/escrows', told: otherRole, act: bind(LINK) },
  'identity-write': { path: '/identity/escrows', act: click('Write receipt… of 6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11') },
  ...states('identity-receipts', '/identity/receipts', [['identity.receipts.list'], noReceipts]),
  ...states('identity-credentials', '/identity/credentials', [['identity.credentials.list'], noCredentials]),
  'identity-credential': { path: '/identity/credentials', act: click('Request credential') },
}
