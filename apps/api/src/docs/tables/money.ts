import type { Plan, PlanCode } from '@gateway/domain/businesses/plan'
import { NO_CEILING } from '@gateway/domain/businesses/plan'
import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { portion } from '@gateway/domain/money/rounding'
import { html, type Markup } from '@gateway/pages/html'
import type { Limits } from '../../http/limits/limits.ts'
import type { Deployment } from '../deployment.ts'
import { docTable } from '../parts/doc-table.ts'

const planNames: Readonly<Record<PlanCode, string>> = { starter: 'Starter', professional: 'Professional' }

/** A fee in percent: `0.5 %`. */
export const feeWords = (feeBps: number): string => `${feeBps / 100} %`

/** A monthly limit: `10,000`, or that there is none. */
export const monthlyWords = ({ monthlyTransactions }: Plan): string =>
  monthlyTransactions >= NO_CEILING ? 'no limit' : monthlyTransactions.toLocaleString('en-US')

/** The fees of all plans in one line: `1 % in the plan Starter, 0.5 % in the plan Professional`. */
export const allFees = (plans: Deployment['plans']): string =>
  (Object.keys(planNames) as PlanCode[]).map((plan) => `${feeWords(plans[plan].feeBps)} in the plan ${planNames[plan]}`).join(', ')

/** The plans of a deployment. */
export const planTable = (plans: Deployment['plans']): Markup =>
  docTable({
    headings: ['Plan', 'Fee', 'Payments per month'],
    rows: (Object.keys(planNames) as PlanCode[]).map((plan) => ({
      cells: [html`${planNames[plan]}<small><code>${plan}</code></small>`, feeWords(plans[plan].feeBps), monthlyWords(plans[plan])],
    })),
  })

const limitWords: Readonly<Record<keyof Limits, string>> = {
  default: 'All requests of one API key or token, except those below',
  creation: 'Payments created with one key or token',
  polling: 'Reads of one payment, invoice, escrow or card account by one key, token or address',
  test: 'Webhook tests of one key or token',
  anonymous: 'Requests of one address without a credential',
  public: 'QR images, public views and streams of one address',
  rates: 'Requests of rates by one address',
}

/** The requests per minute of a deployment. */
export const rateLimitTable = (limits: Limits): Markup =>
  docTable({
    headings: ['Requests', 'A minute'],
    rows: (Object.keys(limitWords) as (keyof Limits)[]).map((name) => ({
      cells: [limitWords[name], limits[name].toLocaleString('en-US')],
    })),
  })

const nameOf = (asset: AssetCode): Markup => html`${assetOf(asset).name}<small><code>${asset}</code></small>`

/** The smallest payment in each asset of a deployment. */
export const minimumTable = ({ assets, rules }: Pick<Deployment, 'assets' | 'rules'>): Markup =>
  docTable({
    headings: ['Coin', 'Smallest payment'],
    rows: assets.map((asset) => ({
      cells: [nameOf(asset), `${formatUnits(rules.floorUnits[asset], assetOf(asset).decimals)} ${assetOf(asset).ticker}`],
    })),
  })

/** Who returns money of each asset: held money, and money that was forwarded. */
export const refundTable = ({ assets, refundable }: Pick<Deployment, 'assets' | 'refundable'>): Markup =>
  docTable({
    headings: ['Coin', 'Held money', 'Forwarded money'],
    rows: assets.map((asset) => {
      const held = refundable.includes(asset)
        ? 'The gateway returns it whole, less the network fee.'
        : 'You return it from your wallet: its address pays nobody else. Accept or forward it first if you want it there.'
      return {
        cells: [nameOf(asset), held, 'You return it from your wallet; the gateway tells you and your customer when it has arrived.'],
      }
    }),
  })

/** What becomes of a payment: received, fee, network fee, and what reaches the wallet. */
export function feeExample({ plans }: Pick<Deployment, 'plans'>): Markup {
  const [received, networkFee] = [274_310n, 705n]
  const fee = portion(received, plans.starter.feeBps)
  const row = (name: string, units: bigint, meaning: string) => ({
    cells: [html`<code>${name}</code>`, `${formatUnits(units, 8)} BTC`, meaning],
  })
  return docTable({
    headings: ['Member', 'Example', 'Meaning'],
    rows: [
      row('amount_received', received, 'what arrived and counts'),
      row('fee_amount', fee, `the fee, ${feeWords(plans.starter.feeBps)} here`),
      row('network_fee', networkFee, 'what miners take for sending it on; 0 where the gateway pays gas'),
      row('merchant_amount', received - fee - networkFee, 'what reaches your wallet: the three add up exactly'),
    ],
  })
}
