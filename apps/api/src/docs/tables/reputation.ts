import { type ActionCategory, baseWeights, PROCESSOR_DISPUTE_WEIGHT, TASK_CATEGORY } from '@gateway/domain/identity/categories'
import { formulaTerms, gamingRules, scoreShares } from '@gateway/domain/identity/formula-terms'
import type { GamingFlag, TrustVector } from '@gateway/domain/identity/reputation'
import { html, type Markup } from '@gateway/pages/html'
import { docTable } from '../parts/doc-table.ts'

const { half, halfLifeDays, socialCap, behaviourPrior, disputeFactor, diversityDays, complianceStart, identityCap } = formulaTerms
const { burst, low_diversity: lowDiversity } = gamingRules

/** The numbers of the formula that its sentences name. */
export const reputationFacts = {
  'reputation.halfLife': String(halfLifeDays),
  'reputation.sum': shareSum(),
} as const

/** The base weight of each category. */
export const weightTable = (): Markup =>
  docTable({
    headings: ['Category', 'b', 'Note'],
    rows: Object.entries(baseWeights).map(([category, weight]) => ({
      cells: [html`<code>${category}</code>`, signed(weight), notes[category as ActionCategory] ?? ''],
    })),
  })

const notes: Readonly<Partial<Record<ActionCategory, string>>> = {
  'economic.dispute': `${PROCESSOR_DISPUTE_WEIGHT} for a dispute at the card processor`.replace('-', '−'),
  [TASK_CATEGORY]: `${baseWeights[TASK_CATEGORY]} × q for a task receipt`,
}

interface Component {
  readonly name: string
  readonly formula: string
}

const components: Readonly<Record<keyof TrustVector, Component>> = {
  E: {
    name: 'Economic activity',
    formula: `100·x / (x + ${half.E}), where x is the sum of the points of economic receipts, at least 0`,
  },
  P: {
    name: 'Productivity',
    formula: `100·x / (x + ${half.P}), where x is the sum of the points of productivity, and at most ${socialCap} of social receipts, together at least 0`,
  },
  B: {
    name: 'Behaviour',
    formula: `100·G / (G + L + ${behaviourPrior}), where G is the sum of w·q and L that of w·(1 − q)·m; m is ${disputeFactor} for disputes, else 1`,
  },
  D: {
    name: 'Diversity',
    formula: `100·u / (u + ${half.D}), where u counts the counterparties with q > 0 in ${diversityDays} days`,
  },
  R: { name: 'Recency', formula: `100·2^(−d / ${halfLifeDays}), where d is the age in days of the last receipt with q > 0; 0 without one` },
  A: { name: 'Absence of anomalies', formula: '100·g' },
  C: {
    name: 'Compliance',
    formula: `${complianceStart}, and at most ${identityCap} points of identity, and the points of compliance, from 0 to 100`,
  },
}

/** The components of trust, their share in the score, and how each is made. */
export const componentTable = (): Markup =>
  docTable({
    headings: ['Letter', 'Component', 'Share', 'Formula'],
    rows: Object.entries(components).map(([key, { name, formula }]) => ({
      cells: [html`<code>${key}</code>`, name, `${scoreShares[key as keyof TrustVector]} %`, formula],
    })),
  })

const flagWords: Readonly<Record<GamingFlag, string>> = {
  burst: `${burst.receipts} receipts or more within ${burst.minutes} minutes`,
  low_diversity: `More than ${lowDiversity.moreThan} receipts, and fewer than ${lowDiversity.below} counterparties for each`,
}

/** What looks like gaming, and what it leaves of positive points. */
export const flagTable = (): Markup =>
  docTable({
    headings: ['Flag', 'Raised by', 'Factor'],
    rows: Object.entries(flagWords).map(([flag, words]) => ({
      cells: [html`<code>${flag}</code>`, words, String(gamingRules[flag as GamingFlag].factor)],
    })),
  })

const signed = (weight: number): string => (weight > 0 ? `+${weight}` : String(weight).replace('-', '−'))

/** `0.30·E + 0.15·P + …` */
function shareSum(): string {
  return Object.entries(scoreShares)
    .map(([key, share]) => `${(share / 100).toFixed(2)}·${key}`)
    .join(' + ')
}
