import { signInSnippets } from '@gateway/pages/oauth/sign-in-snippets'
import type { Deployment } from '../deployment.ts'
import { codeBlock } from '../parts/code-block.ts'
import type { Json } from '../reference/json.ts'
import { operationsOf } from '../reference/operations.ts'
import { samplesOf } from '../samples/samples.ts'
import { caseLinks, caseTable } from '../tables/case-table.ts'
import { confirmationTable } from '../tables/confirmations.ts'
import { librariesTable } from '../tables/sign-in-libraries.ts'
import { errorTable } from '../tables/error-table.ts'
import { allFees, feeExample, minimumTable, monthlyWords, planTable, rateLimitTable, refundTable } from '../tables/money.ts'
import { explainingTable, payableTable } from '../tables/payment-members.ts'
import { componentTable, flagTable, reputationFacts, weightTable } from '../tables/reputation.ts'
import { retryLadder } from '../tables/retries.ts'
import { eventStatusTable, eventTable, statusEventTable } from '../tables/status-events.ts'
import { statusTable } from '../tables/statuses.ts'
import type { GuideParts, GuideValues } from './values.ts'

const MINUTE_SECONDS = 60
const CENTS = 100n

/** The facts and the generated parts of the guides, for a deployment. */
export const guideValues = (description: Json, deployment: Deployment): GuideValues => ({
  facts: factsOf(deployment),
  parts: partsOf(description, deployment),
})

const factsOf = ({ origin, assets, plans, rules, windowSeconds, limits }: Deployment): GuideValues['facts'] => ({
  origin,
  asset: assets[0] ?? 'BTC',
  window: windowSeconds % MINUTE_SECONDS === 0 ? `${windowSeconds / MINUTE_SECONDS} minutes` : `${windowSeconds} seconds`,
  fees: allFees(plans),
  'starter.count': monthlyWords(plans.starter),
  'starter.number': String(plans.starter.monthlyTransactions),
  costMultiple: String(rules.costMultiple),
  ceiling: Number(rules.ceilingUsdCents / CENTS).toLocaleString('en-US'),
  'limit.polling': String(limits.polling),
  ...reputationFacts,
})

function partsOf(description: Json, deployment: Deployment): GuideParts {
  const { assets, plans, rules, limits } = deployment
  return {
    payable: () => payableTable(description),
    explaining: () => explainingTable(description),
    statuses: statusTable,
    'status-events': statusEventTable,
    'event-statuses': eventStatusTable,
    events: eventTable,
    retries: retryLadder,
    confirmations: () => confirmationTable(deployment),
    'case-links': caseLinks,
    cases: () => caseTable(rules),
    'fee-example': () => feeExample(deployment),
    refunds: () => refundTable(deployment),
    codes: errorTable,
    plans: () => planTable(plans),
    'rate-limits': () => rateLimitTable(limits),
    minimums: () => minimumTable(deployment),
    'reputation-weights': weightTable,
    'reputation-components': componentTable,
    'reputation-flags': flagTable,
    'sign-in-libraries': () => librariesTable(),
    'sign-in-snippets': (ink) =>
      codeBlock(
        'Sign a user in',
        signInSnippets.map(({ name, language, code }) => ({ label: name, language, code: code.trimEnd() })),
        ink,
      ),
    'sample-test': (ink) => {
      const operation = operationsOf(description).find(({ id }) => id === 'webhooks_test')
      return codeBlock('Send a sample', operation ? samplesOf(operation, assets) : [], ink)
    },
  }
}
