import { didKeyOf } from '@gateway/domain/identity/did'
import { describe, expect, test } from 'vitest'
import { RequestCredentialInput, VerifyCredentialInput } from './identity/credentials.ts'
import { ClaimDidInput } from './identity/dids.ts'
import { ListReceiptsInput, SubmitReceiptInput } from './identity/receipt-inputs.ts'
import { PublicKey } from './identity/scalars.ts'

const key = Uint8Array.from({ length: 32 }, (_, place) => place * 7)
const DID = didKeyOf(key)
const base64url = Buffer.from(key).toString('base64url')
const signature = Buffer.alloc(64, 9)
const problemsOf = (read: { readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[] }[] } | undefined }) =>
  read.error?.issues.map(({ path }) => path.join('.'))

describe('a claim of a DID', () => {
  test.each([{}, { displayName: 'Kestrel' }, { display_name: 'Kestrel' }])('%j is a claim', (body) => {
    expect(ClaimDidInput.parse(body)).toEqual({ link: null, displayName: Object.values(body)[0] ?? null })
  })

  test.each([{ did: DID }, { externalDid: DID }, { external_did: DID }])('%j is a link without proof', (body) => {
    expect(ClaimDidInput.parse(body).link).toEqual({ did: DID, proof: null })
  })

  test.each([
    base64url,
    `${base64url}=`,
    Buffer.from(key).toString('base64'),
    Buffer.from(key).toString('hex'),
    DID.slice('did:key:'.length),
  ])('a proof takes the key %s', (text) => {
    const { link } = ClaimDidInput.parse({ did: DID, public_key: text, signature: signature.toString('base64url') })
    expect(link?.proof).toEqual({ publicKey: key, signature: Uint8Array.from(signature) })
    expect(PublicKey.parse(text)).toEqual(key)
  })

  test.each([
    [{ did: DID, public_key: base64url }, ['signature']],
    [{ did: DID, signature: signature.toString('base64url') }, ['publicKey']],
    [{ public_key: base64url, signature: signature.toString('base64url') }, ['did']],
    [{ did: DID, externalDid: 'did:web:a' }, ['did']],
  ])('%j is refused', (body, problems) => expect(problemsOf(ClaimDidInput.safeParse(body))).toEqual(problems))
})

const UUID = '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11'
const task = { escrowId: UUID, taskDescription: '', rating: '4', counterpartyDid: DID }
const action = { receipt_id: UUID.toUpperCase(), task_id: UUID, agent_did: DID, buyer_did: 'did:web:buyer.example', outcome: 'accepted' }

describe('a receipt', () => {
  test('without agent_did is a task receipt', () => {
    expect(SubmitReceiptInput.parse(task)).toEqual({ kind: 'task', escrowId: UUID, taskDescription: '', rating: 4, counterpartyDid: DID })
  })

  test('with agent_did is an action receipt, about a transaction unless it says otherwise', () => {
    expect(SubmitReceiptInput.parse({ ...task, ...action })).toMatchObject({
      kind: 'action',
      receiptId: UUID,
      category: 'economic.transaction',
      amount: null,
      signatures: {},
      signed: action,
    })
  })

  test('is signed over what was sent, in snake_case, with the types that were sent, and without signatures', () => {
    const { agent_did: agentDid, ...others } = action
    const sent = {
      ...others,
      agentDid,
      actionCategory: 'social.post',
      amount: 12.5,
      currency: null,
      note: 'x',
      signatures: { escrow_sig: 'sig' },
    }
    const read = SubmitReceiptInput.parse(sent)
    expect(read).toMatchObject({ amount: '12.5', signatures: { escrow_sig: 'sig' } })
    expect('signed' in read && read.signed).toEqual({ ...action, action_category: 'social.post', amount: 12.5 })
    const asText = SubmitReceiptInput.parse({ ...sent, amount: '12.50' })
    expect('signed' in asText && asText.signed['amount']).toBe('12.50')
  })

  test('is signed over each member as it was sent, also where it is stored in another form', () => {
    const sent = { ...action, task_id: UUID.toUpperCase(), action_type: 'print\n', currency: '\u202eUSD', outcome: 'accepted\n' }
    const read = SubmitReceiptInput.parse(sent)
    expect(read).toMatchObject({ receiptId: UUID, taskId: UUID, actionType: 'print', currency: 'USD', outcome: 'accepted', signed: sent })
  })

  test('names every member that is missing', () => {
    expect(problemsOf(SubmitReceiptInput.safeParse({}))).toEqual(['escrowId', 'taskDescription', 'rating', 'counterpartyDid'])
    expect(problemsOf(SubmitReceiptInput.safeParse({ agent_did: DID }))).toEqual(['receiptId', 'taskId', 'buyerDid', 'outcome'])
  })
})

describe('a credential to be issued', () => {
  test.each([{}, { credential_type: null }, { credential_type: 'ReputationCredential' }])('%j is one of reputation', (body) => {
    expect(RequestCredentialInput.parse(body)).toEqual({ credentialType: 'ReputationCredential' })
  })

  test('of another type is refused', () => {
    expect(problemsOf(RequestCredentialInput.safeParse({ credential_type: 'DidControlCredential' }))).toEqual(['credentialType'])
  })
})

describe('a credential to verify', () => {
  const jwt = 'a.b.c'
  const none = { credentialId: null, credential: null }
  test.each([
    [{ credential_id: UUID }, { ...none, credentialId: UUID }],
    [{ credentialId: UUID }, { ...none, credentialId: UUID }],
    [{ id: UUID }, { ...none, credentialId: UUID }],
    [{ credential: jwt }, { ...none, credential: { jwt, members: null } }],
    [{ credential: `data:application/vc+jwt,${jwt}` }, { ...none, credential: { jwt, members: null } }],
    [
      { credential: { type: 'EnvelopedVerifiableCredential', id: `data:application/vc+jwt,${jwt}` } },
      { ...none, credential: { jwt, members: null } },
    ],
    [
      { credential: { id: UUID, proof: { format: 'vc+jwt', jwt } } },
      { ...none, credential: { jwt, members: { id: UUID, proof: { format: 'vc+jwt', jwt } } } },
    ],
    [{ credential: { id: UUID } }, { ...none, credential: { jwt: null, members: { id: UUID } } }],
  ])('%j is read as it was meant', (body, read) => expect(VerifyCredentialInput.parse(body)).toEqual(read))

  test.each([{}, { credential: 7 }, { credential: 'x'.repeat(32_001) }, { credential: { proof: { jwt: 'x'.repeat(32_001) } } }])(
    'another body is refused',
    (body) => expect(VerifyCredentialInput.safeParse(body).success).toBe(false),
  )
})

test('a list of receipts needs a DID, and refuses what it does not know', () => {
  expect(problemsOf(ListReceiptsInput.safeParse({}))).toEqual(['did'])
  expect(problemsOf(ListReceiptsInput.safeParse({ did: DID, verified: 'true' }))).toEqual(['verified'])
})
