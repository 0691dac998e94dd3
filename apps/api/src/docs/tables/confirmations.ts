import { assetOf, type ChainCode } from '@gateway/domain/money/asset'
import type { ConfirmationPolicy } from '@gateway/domain/payments/payment-rules'
import { html, type Markup } from '@gateway/pages/html'
import type { Deployment } from '../deployment.ts'
import { docTable } from '../parts/doc-table.ts'

const CENTS = 100n
const dollars = (cents: bigint): string => `${Number(cents / CENTS).toLocaleString('en-US')} USD`

/** The confirmations of each chain of a deployment, by the value of a payment. */
export function confirmationTable({ assets, rules }: Pick<Deployment, 'assets' | 'rules'>): Markup {
  const chains = [...new Set(assets.map((asset) => assetOf(asset).chain))]
  const limits = rules.bandLimitsUsdCents.map(dollars)
  return docTable({
    headings: ['Chain', ...limits.map((limit) => `below ${limit}`), `from ${limits.at(-1)}`],
    rows: chains.map((chain) => ({ cells: [nameOf(chain), ...rules.confirmationBands[chain].map(policyWords)] })),
  })
}

const nameOf = (chain: ChainCode): Markup => html`<code>${chain}</code>`

const policyWords = ({ confirmations, finality }: ConfirmationPolicy): string =>
  finality ? `${confirmations}, and final` : `${confirmations}`
