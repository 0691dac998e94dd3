import { accountAnswers, MERCHANT_ID } from './account-answers.ts'
import { type Answers, ago, type Told } from './answers.ts'
import { BUSINESS_ID } from './business-answers.ts'
import type { Scene } from './scene.ts'

const { 'accounts.portal.current': session } = accountAnswers
/** A session of an operator. */
export const asOperator: Told = {
  'accounts.portal.current': { ...session, merchant: { ...session.merchant, is_operator: true } },
}

const chain = (name: string, behind: number): Answers['operator.overview']['chains'][number] => ({
  chain: name,
  network: 'main',
  scanned_height: 917_202 - behind,
  head_height: 917_202,
  lag_blocks: behind,
  finalized_height: null,
  caught_up_at: ago(behind),
  progress_at: ago(1),
  problem: null,
  problem_since: null,
  temporal_url: null,
})

const overview: Answers['operator.overview'] = {
  counts: { payouts: 3, held_money: 1, pauses: 1, unsupported_tokens: 0, wrong_chain: 0, rates_to_confirm: 0 },
  alarms: [
    {
      name: 'ScannerBehind',
      severity: 'page',
      meaning: 'A chain is read more than five blocks late.',
      step: 'Readiness (`/health/ready`) and the log of the chain role name the problem; check the node’s own head.',
      chains: ['BTC', 'POL'],
      area: null,
    },
    {
      name: 'GasPayerLow',
      severity: 'ticket',
      meaning: 'The gas payer has coins for about a day.',
      step: 'Fund it; its address is in `GAS_PAYER_ADDRESSES`.',
      chains: ['ETH'],
      area: 'treasury',
    },
  ],
  chains: [chain('BTC', 9), chain('ETH', 0), chain('POL', 7)],
  refused_nodes: [],
  temporal_url: null,
}

const business = (name: string, email: string, at: number): Answers['operator.businesses']['businesses'][number] => ({
  id: `${at}${BUSINESS_ID.slice(1)}`,
  name,
  plan: at === 1 ? 'professional' : 'starter',
  plans: ['starter', 'professional'],
  created_at: ago(at * 60 * 24),
  merchant: { id: MERCHANT_ID, email },
})

const businesses: Answers['operator.businesses'] = {
  businesses: [
    business('Kestrel Coffee', 'mara@kestrel.example', 1),
    business('Blue Bottle Books', 'ada@books.example', 5),
    business('Lumen & Söhne, Werkstatt für Leuchten und Spiegel', 'werkstatt-fuer-leuchten@lumen-soehne.example', 9),
  ],
  total: 3,
  limit: 50,
  offset: 0,
}

/** Pages of the operator area, by name. */
export const operatorScenes: Readonly<Record<string, Scene>> = {
  operator: { path: '/operator', told: { ...asOperator, 'operator.overview': overview } },
  'operator-businesses': { path: '/operator/businesses', told: { ...asOperator, 'operator.businesses': businesses } },
  'operator-businesses-none-found': {
    path: '/operator/businesses?q=nobody',
    told: { ...asOperator, 'operator.businesses': { ...businesses, businesses: [], total: 0 } },
  },
}
