import type * as T from '@gateway/client'
import { didKeyOf } from '@gateway/domain/identity/did'
import { eventually } from '@gateway/testing/wait'
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { expect } from 'vitest'
import type { Ground } from '../client/ground.ts'
import type { Refused, StoryTable } from '../client/story-table.ts'
import { expectTwice } from '../client/wire-members.ts'
import { anId, aTime } from '../client/wire-values.ts'

const credential_type = 'ReputationCredential' as const
const byTestKey: Refused = {
  when: 'for a test key',
  apiKey: async ({ clientOf, shop }) => (await clientOf(shop.key).businesses.keys.create(shop.businessId, { mode: 'test' })).api_key,
}
const withoutDid: Refused = { when: 'for a merchant without a DID', apiKey: ({ thirdParty }) => thirdParty.key }

/** The shop's DID, claimed where it has none. */
async function claimed({ clientOf, shop }: Ground): Promise<string> {
  return (await clientOf(shop.key).identity.dids.claim({})).did
}

/** The credential of the shop's reputation of today. */
async function issued(ground: Ground): Promise<T.Credential> {
  await claimed(ground)
  return (await ground.clientOf(ground.shop.key).identity.credentials.request({ credential_type })).credential
}

/** A key of somebody's own, with the proof that it belongs to the owner of a business. */
async function proofOf({ story }: Ground, businessId: string) {
  const { rows } = await story.sql.query('SELECT merchant_id FROM business WHERE id = $1', [businessId])
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const x = String(publicKey.export({ format: 'jwk' }).x)
  const did = didKeyOf(Buffer.from(x, 'base64url'))
  const proven = (merchantId: string) => ({
    did,
    public_key: x,
    signature: sign(null, Buffer.from(`claim-did:${did}:${merchantId}`), privateKey).toString('base64url'),
  })
  return { did, proven, merchantId: String(rows[0]?.['merchant_id']) }
}

/** What a merchant claims and requests of the issuer, and what everybody reads of it. */
export const issuedStories: StoryTable = {
  'identity.dids.claim': {
    usual: () => ({ input: {} }),
    done: {
      'a merchant claims its DID once, and gets the same from then on': async (ground) => {
        const did = await claimed(ground)
        const again = await ground.clientOf(ground.shop.key).identity.dids.claim({ display_name: 'Another name' })
        expect(again).toMatchObject({
          success: true,
          did,
          public_key: did.replace('did:key:', ''),
          verified: true,
          existing: true,
          created_at: aTime,
        })
      },
      'a merchant links a DID of its own with a proof': async (ground) => {
        const { did, proven, merchantId } = await proofOf(ground, ground.shop.businessId)
        const answer = await ground.clientOf(ground.shop.key).identity.dids.claim(proven(merchantId))
        expect(answer).toMatchObject({ did, verified: true, linked_dids: expect.arrayContaining([{ did, verified: true }]) })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for a signature without its key', input: { did: 'did:web:shop.example', signature: 'A'.repeat(86) } },
      INVALID_SIGNATURE: {
        when: 'for a proof of another merchant',
        input: async (ground) => (await proofOf(ground, ground.shop.businessId)).proven('00000000-0000-4000-8000-000000000000'),
      },
      DID_TAKEN: {
        when: 'for a DID that another merchant has proven',
        input: async (ground) => {
          const [theirs, ours] = [await proofOf(ground, ground.thirdParty.businessId), await proofOf(ground, ground.shop.businessId)]
          await ground.clientOf(ground.thirdParty.key).identity.dids.claim(theirs.proven(theirs.merchantId))
          return theirs.proven(ours.merchantId)
        },
      },
      NOT_IMPLEMENTED: byTestKey,
    },
  },

  'identity.dids.get': {
    usual: async (ground) => {
      await claimed(ground)
      return {}
    },
    done: {
      'a merchant reads its DID with those that it has linked': async (ground) => {
        const did = await claimed(ground)
        const link = `did:web:${randomBytes(6).toString('hex')}.example`
        const { dids } = ground.clientOf(ground.shop.key).identity
        await dids.claim({ did: link })
        expect(await dids.get()).toMatchObject({
          did,
          verified: true,
          linked_dids: expect.arrayContaining([{ did: link, verified: false }]),
        })
      },
    },
    refused: { NOT_FOUND: withoutDid },
  },

  'identity.credentials.request': {
    usual: async (ground) => {
      await claimed(ground)
      return { input: { credential_type } }
    },
    done: {
      'a merchant gets a credential of its reputation, the same one all day': async (ground) => {
        const did = await claimed(ground)
        const { credentials } = ground.clientOf(ground.shop.key).identity
        const answer = await credentials.request({ credential_type })
        expectTwice(answer, 'credential', 'credential')
        expect(answer).toMatchObject({ id: anId, agent_did: did, credential_type, revoked: false, issued_at: aTime, expires_at: aTime })
        expect(await credentials.request({ credential_type })).toMatchObject({ id: answer.id, existing: true })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for a type that nobody can request', input: { credential_type: 'DidControlCredential' } },
      NOT_FOUND: withoutDid,
      NOT_IMPLEMENTED: byTestKey,
    },
  },

  'identity.credentials.get': {
    usual: async (ground) => ({ ids: [(await issued(ground)).id] }),
    done: {
      'anybody reads a credential, which is signed': async (ground) => {
        const { id, proof } = await issued(ground)
        const answer = await ground.clientOf().identity.credentials.get(id)
        expect(answer).toMatchObject({ id, issuer: expect.stringMatching(/^did:web:/), proof: { format: 'vc+jwt', jwt: proof.jwt } })
      },
    },
  },

  'identity.credentials.list': {
    usual: async (ground) => ({ input: { did: await claimed(ground) } }),
    done: {
      'anybody lists the credentials about a DID': async (ground) => {
        const { id } = await issued(ground)
        const { credentials, total } = await ground.clientOf().identity.credentials.list({ did: await claimed(ground) })
        expect(total).toBe(2)
        expect(credentials).toContainEqual({ id, credential_type, revoked: false, issued_at: aTime, expires_at: aTime })
        expect(credentials.map((one) => one.credential_type)).toContain('DidControlCredential')
      },
    },
    refused: { VALIDATION_ERROR: { when: 'for a name that is no DID', input: { did: 'nobody' } } },
  },

  'identity.credentials.verify': {
    // Another text than a UUID is nobody's id without a look into the database.
    usual: () => ({ input: { credential_id: '4b1f4c5e-6f0c-4b6e-9b6c-0d5a3c0f8e21' } }),
    done: {
      'anybody verifies a credential, by its id and whole': async (ground) => {
        const credential = await issued(ground)
        const { credentials } = ground.clientOf().identity
        const good = { success: true, valid: true, revoked: false, reason: null, credential_id: credential.id }
        expect(await credentials.verify({ credential_id: credential.id })).toMatchObject(good)
        expect(await credentials.verify({ credential: { ...credential } })).toMatchObject(good)
        const better = { ...credential, data: { ...credential.data, score: 100 } }
        expect(await credentials.verify({ credential: better })).toMatchObject({ valid: false, reason: 'altered' })
      },
    },
    refused: { VALIDATION_ERROR: { when: 'without a credential', input: { credential_id: null } } },
  },

  'identity.credentials.revocations': {
    usual: () => ({}),
    done: {
      'anybody reads which credentials are revoked, and why': async (ground) => {
        await issued(ground)
        const revoked = await revokeOne(ground)
        const { revocations, revoked_credentials } = await ground.clientOf().identity.credentials.revocations()
        expect(revocations).toContainEqual({ credential_id: revoked, reason: 'Issued by mistake', revoked_at: aTime })
        expect(revoked_credentials).toContain(revoked)
      },
    },
  },
}

/** Revokes a credential of a linked DID, as the command of operators does. */
async function revokeOne(ground: Ground): Promise<string> {
  const { did, proven, merchantId } = await proofOf(ground, ground.shop.businessId)
  await ground.clientOf(ground.shop.key).identity.dids.claim(proven(merchantId))
  const sql = `UPDATE credential SET revoked_at = now(), revoke_reason = 'Issued by mistake' WHERE did = $1 RETURNING id`
  return eventually('the credential of the linked DID', async () => {
    const { rows } = await ground.story.sql.query(sql, [did])
    return rows[0] && String(rows[0]['id'])
  })
}
