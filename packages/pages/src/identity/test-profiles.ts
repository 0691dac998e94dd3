import type { WindowFigures } from '@gateway/domain/identity/reputation'
import type { ProfilePageInput, ShownReceipt, ShownReputation } from './profile-view.ts'
import type { ShownCredential, VerifyPageInput } from './verify-view.ts'

const DID = 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK'
const COUNTERPARTY = 'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp'

const nothing: WindowFigures = {
  taskCount: 0,
  acceptedCount: 0,
  acceptedRate: 0,
  disputedCount: 0,
  disputeRate: 0,
  totalVolumeUsd: 0,
  averageUsd: 0,
  counterparties: 0,
  categories: {},
}
const some: WindowFigures = {
  ...nothing,
  taskCount: 3,
  acceptedCount: 3,
  acceptedRate: 1,
  totalVolumeUsd: 1098,
  averageUsd: 549,
  counterparties: 2,
}

/** The published example: two accepted transactions and a task that was rated 4. */
const reputation: ShownReputation = {
  did: DID,
  displayName: 'Kestrel Coffee',
  score: 45.3,
  totalTasks: 3,
  trustVector: { E: 36.82, P: 13.04, B: 46.52, D: 16.67, R: 100, A: 100, C: 80 },
  windows: {
    last30Days: { ...some, taskCount: 1, totalVolumeUsd: 0, averageUsd: 0, counterparties: 1 },
    last90Days: { ...some, taskCount: 2, totalVolumeUsd: 999, averageUsd: 999 },
    allTime: some,
  },
  antiGaming: { flags: [], adjustedWeight: 1 },
  computedAt: '2026-10-14T14:47:00.000Z',
}

const task: ShownReceipt = {
  category: 'productivity.completion',
  outcome: 'accepted',
  amount: null,
  rating: 4,
  isVerified: true,
  createdAt: '2026-10-14T14:40:00.000Z',
}
const payment: ShownReceipt = {
  category: 'economic.transaction',
  outcome: 'accepted',
  amount: '999 USD',
  rating: null,
  isVerified: true,
  createdAt: '2026-08-30T09:12:00.000Z',
}
const receipts: readonly ShownReceipt[] = [
  task,
  { ...task, rating: 5, isVerified: false, createdAt: '2026-10-12T08:01:00.000Z' },
  payment,
  { ...payment, amount: '0.00274310 BTC', createdAt: '2026-07-16T22:30:00.000Z' },
  { ...payment, category: 'economic.dispute', outcome: 'disputed', amount: '149.00 EUR', createdAt: '2026-07-01T11:00:00.000Z' },
]

type Profile = Omit<ProfilePageInput, 'language' | 'nonce'>
const listed = (some: readonly ShownReceipt[]): ProfilePageInput['receipts'] => ({
  receipts: some,
  total: some.length,
  offset: 0,
  limit: 25,
})

/** Public profiles in every state, by name. */
export const sampleProfiles = {
  known: { reputation, receipts: listed(receipts) },
  unnamed: { reputation: { ...reputation, displayName: null }, receipts: listed(receipts) },
  unknown: {
    reputation: {
      ...reputation,
      did: COUNTERPARTY,
      displayName: null,
      score: 0,
      totalTasks: 0,
      trustVector: { E: 0, P: 0, B: 0, D: 0, R: 0, A: 0, C: 0 },
      windows: { last30Days: nothing, last90Days: nothing, allTime: nothing },
    },
    receipts: listed([]),
  },
  flagged: {
    reputation: { ...reputation, score: 27.03, antiGaming: { flags: ['burst', 'low_diversity'], adjustedWeight: 0.35 } },
    receipts: { ...listed(receipts), total: 240, offset: 25 },
  },
  long: {
    reputation: {
      ...reputation,
      did: `did:web:identity.kestrel-coffee-roasters.example:${'a'.repeat(90)}`,
      displayName: 'Kestrel Kaffeeröstereigenossenschaft Graz-Andritz und Umgebung e. Gen. m. b. H.',
      windows: { ...reputation.windows, allTime: { ...some, taskCount: 1_250_000, totalVolumeUsd: 1_000_000_000, counterparties: 98_765 } },
    },
    receipts: listed([
      { ...payment, amount: '1234567.890123456789012345 USDC' },
      { ...payment, outcome: 'a-word-of-its-own' },
    ]),
  },
} as const satisfies Readonly<Record<string, Profile>>

const ID = '0198c0de-7a5b-7c11-9f00-4b1d2c3e4f50'
const credential: ShownCredential = {
  id: ID,
  type: 'ReputationCredential',
  subject: DID,
  issuer: 'did:web:pay.example',
  issuedAt: '2026-10-01T00:00:00.000Z',
  expiresAt: '2026-10-31T00:00:00.000Z',
}

/** The page that verifies credentials in every state, by name. */
export const sampleVerifications = {
  empty: {},
  missing: { problem: 'missing' },
  unreadable: { problem: 'unreadable', typed: 'ada@kestrel.example' },
  valid: { typed: ID, verdict: { outcome: 'valid', credential } },
  endless: {
    typed: ID,
    verdict: { outcome: 'valid', credential: { ...credential, type: 'EscrowSettlementCredential', expiresAt: undefined } },
  },
  revoked: { typed: ID, verdict: { outcome: 'revoked', credential, reason: 'The escrow was reversed' } },
  'revoked-silently': { typed: ID, verdict: { outcome: 'revoked', credential, reason: null } },
  altered: { typed: 'eyJhbGciOiJFZERTQSJ9.e30.AAAA', verdict: { outcome: 'invalid', credential: {}, reason: 'signature' } },
  expired: { typed: ID, verdict: { outcome: 'invalid', credential, reason: 'expired' } },
} as const satisfies Readonly<Record<string, Omit<VerifyPageInput, 'language' | 'nonce'>>>
