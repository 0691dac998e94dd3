import { type Answers, ago, type Refused, type Told } from '../screens/portal/answers.ts'

type Reputation = Answers['identity.reputation.get']
type Receipt = Answers['identity.receipts.list']['receipts'][number]
type Party = Answers['identity.portal.parties']['parties'][number]
type Listed = Answers['identity.credentials.list']['credentials'][number]
type Credential = Answers['identity.credentials.get']['credential']

const DAY = 24 * 60
const DID = 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK'
const OTHER = 'did:key:z6MkiTBz1ymuepAQ4HEHYSF1H8quG5GLVVQR3djdX3mDooWp'
const ELSEWHERE = 'did:web:identity.kestrel-coffee-roasters-and-fine-foods.example%3A8443:merchants:kestrel'
const ESCROW = '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11'
const CREDENTIAL = '0198c0de-7a5b-7c11-9f00-4b1d2c3e4f50'
const JWT =
  'eyJhbGciOiJFZERTQSIsInR5cCI6InZjK2p3dCIsImtpZCI6ImRpZDp3ZWI6cGF5LmV4YW1wbGUja2V5LTEifQ.eyJpc3MiOiJkaWQ6d2ViOnBheS5leGFtcGxlIn0.k7JjYmR0Zm9yLWEtc2lnbmF0dXJl'
const page = { limit: 50, offset: 0 } as const

const own: Answers['identity.dids.get'] = {
  did: DID,
  public_key: 'z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK',
  verified: true,
  display_name: 'Kestrel Coffee',
  created_at: ago(90 * DAY),
  linked_dids: [],
}

const figures: Reputation['reputation']['windows']['all_time'] = {
  task_count: 3,
  accepted_count: 3,
  accepted_rate: 1,
  disputed_count: 0,
  dispute_rate: 0,
  total_volume: 1_098,
  avg_task_value: 549,
  unique_buyers: 2,
  categories: { 'economic.transaction': 2, 'productivity.completion': 1 },
}
const reputation: Reputation = {
  did: DID,
  score: 45.3,
  totalTasks: 3,
  total_tasks: 3,
  reputation: {
    agent_did: DID,
    windows: { last_30_days: figures, last_90_days: figures, all_time: figures },
    anti_gaming: { flagged: false, flags: [], adjusted_weight: 1 },
  },
  trust_vector: { E: 36.82, P: 13.04, B: 46.52, D: 16.67, R: 100, A: 100, C: 80 },
  computed_at: ago(0),
  version: 7,
}

const payment: Receipt = {
  receipt_id: '1c5d8e70-3b6f-4c92-8d04-9e7f2a1b6c53',
  kind: 'service',
  agent_did: DID,
  counterparty_did: OTHER,
  action_category: 'economic.transaction',
  action_type: null,
  outcome: 'accepted',
  rating: null,
  amount: '999.00',
  currency: 'USD',
  amount_usd: '999.00',
  weight: 10,
  verified: true,
  withdrawn_at: null,
  sequence: 2,
  previous_digest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  digest: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  created_at: ago(45 * DAY),
}
const task: Receipt = {
  ...payment,
  receipt_id: '2d6e9f81-4c70-4da3-9e15-af803b2c7d64',
  kind: 'task',
  action_category: 'productivity.completion',
  rating: 4,
  amount: null,
  currency: null,
  amount_usd: null,
  weight: 3.75,
  sequence: 3,
  created_at: ago(10),
}
const receipts: readonly Receipt[] = [
  task,
  { ...task, receipt_id: '3e7fa092-5d81-4eb4-8f26-b0914c3d8e75', verified: false, weight: 0, created_at: ago(2 * DAY) },
  { ...task, receipt_id: '4f80b1a3-6e92-4fc5-9037-c1a25d4e9f86', withdrawn_at: ago(DAY), weight: 0, created_at: ago(3 * DAY) },
  payment,
  {
    ...payment,
    receipt_id: '5091c2b4-7fa3-40d6-a148-d2b36e5fa097',
    counterparty_did: null,
    amount: '1234567.890123456789012345',
    currency: 'USDC',
    created_at: ago(60 * DAY),
  },
  {
    ...payment,
    receipt_id: '61a2d3c5-80b4-41e7-b259-e3c47f60b1a8',
    action_category: 'economic.dispute',
    outcome: 'disputed',
    weight: -12,
    created_at: ago(80 * DAY),
  },
]

const party: Party = {
  escrow_id: ESCROW,
  rail: 'crypto',
  role: 'beneficiary',
  status: 'settled',
  settled: true,
  counterparty_did: OTHER,
  receipt_id: null,
  bound_at: ago(DAY),
}
const parties: readonly Party[] = [
  party,
  { ...party, escrow_id: '72b3e4d6-91c5-42f8-836a-f4d58a71c2b9', role: 'depositor', receipt_id: task.receipt_id, bound_at: ago(3 * DAY) },
  {
    ...party,
    escrow_id: '83c4f5e7-a2d6-4309-947b-05e69b82d3ca',
    status: 'funded',
    settled: false,
    counterparty_did: null,
    bound_at: ago(4 * DAY),
  },
  {
    ...party,
    escrow_id: '94d506f8-b3e7-441a-a58c-16f7ac93e4db',
    rail: 'card',
    status: 'released',
    counterparty_did: null,
    bound_at: ago(9 * DAY),
  },
]

const listed: Listed = {
  id: CREDENTIAL,
  credential_type: 'ReputationCredential',
  revoked: false,
  issued_at: ago(60),
  expires_at: ago(-30 * DAY),
}
const credentials: readonly Listed[] = [
  listed,
  {
    ...listed,
    id: '0198c0de-7a5b-7c11-9f00-4b1d2c3e4f51',
    credential_type: 'EscrowSettlementCredential',
    expires_at: null,
    issued_at: ago(DAY),
  },
  {
    ...listed,
    id: '0198c0de-7a5b-7c11-9f00-4b1d2c3e4f52',
    credential_type: 'EscrowSettlementCredential',
    revoked: true,
    expires_at: null,
    issued_at: ago(20 * DAY),
  },
  { ...listed, id: '0198c0de-7a5b-7c11-9f00-4b1d2c3e4f53', issued_at: ago(50 * DAY), expires_at: ago(20 * DAY) },
  {
    ...listed,
    id: '0198c0de-7a5b-7c11-9f00-4b1d2c3e4f54',
    credential_type: 'DidControlCredential',
    expires_at: null,
    issued_at: ago(90 * DAY),
  },
]
const credential: Credential = {
  id: CREDENTIAL,
  agent_did: DID,
  credential_type: 'ReputationCredential',
  issuer: 'did:web:pay.example',
  issued_at: ago(60),
  expires_at: ago(-30 * DAY),
  revoked: false,
  data: { score: '45.30', total_tasks: 3, computed_at: ago(60) },
  proof: { format: 'vc+jwt', jwt: JWT },
}

/** The identity of the merchant, its receipts, its escrows and its credentials. */
export const identityAnswers: Partial<Answers> = {
  'identity.dids.get': own,
  'identity.dids.claim': { ...own, existing: false },
  'identity.reputation.get': reputation,
  'identity.receipts.list': { receipts: [...receipts], total: receipts.length, ...page },
  'identity.portal.parties': { parties: [...parties], total: parties.length, ...page },
  'identity.credentials.list': { credentials: [...credentials], total: credentials.length, ...page },
  'identity.credentials.get': { credential },
  'identity.credentials.request': { credential, existing: false },
}

const absent: Refused = { status: 404, code: 'NOT_FOUND', error: 'You have no DID' }
export const noDid: Told = { 'identity.dids.get': absent }
export const withLinks: Told = {
  'identity.dids.get': {
    ...own,
    display_name: null,
    linked_dids: [
      { did: OTHER, verified: true },
      { did: ELSEWHERE, verified: false },
    ],
  },
}
/** Whose name has no place to break. */
export const longName: Told = { 'identity.dids.get': { ...own, display_name: 'Kestrel'.repeat(14) } }
export const issuerAway: Told = {
  'identity.dids.get': absent,
  'identity.dids.claim': { status: 503, code: 'ISSUER_UNAVAILABLE', error: 'The issuer of credentials does not answer; nothing was done' },
}
export const noReceipts: Told = { 'identity.receipts.list': { receipts: [], total: 0, ...page } }
export const noParties: Told = { 'identity.portal.parties': { parties: [], total: 0, ...page } }
export const noCredentials: Told = { 'identity.credentials.list': { credentials: [], total: 0, ...page } }
export const otherRole: Told = {
  'escrows.authenticate': { status: 409, code: 'PARTY_REFUSED', error: 'The merchant holds the other role of this escrow' },
}
