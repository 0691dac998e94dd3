import { z } from 'zod'
import { type KmsLimits, KmsRefused, openKmsClient } from './kms-client.ts'
import type { CustodyEnv } from '../env.ts'
import { type Kek, KekRefused, type Tell } from './kek.ts'

/** What the operator has said about a wrapping key in AWS KMS. */
export type KmsKekSettings = { readonly NODE_ENV: string } & Pick<
  CustodyEnv,
  | 'DEPLOYMENT_ID'
  | 'CUSTODY_KEK_KMS_KEY'
  | 'CUSTODY_KEK_KMS_REGION'
  | 'CUSTODY_KEK_KMS_ENDPOINT'
  | 'AWS_ACCESS_KEY_ID'
  | 'AWS_SECRET_ACCESS_KEY'
  | 'AWS_SESSION_TOKEN'
>

/** A start waits half a minute at most for each seed; the supervisor then starts it again. */
const LIMITS: KmsLimits = { answerMs: 5_000, pausesMs: [250, 750, 2_000] }

const Encrypted = z.object({ CiphertextBlob: z.base64() })
const Decrypted = z.object({ Plaintext: z.base64() })

/** KMS has answered that these bytes were not wrapped by this key, in this context (AWS KMS API reference, Decrypt). */
const NOT_WRAPPED_HERE = new Set(['InvalidCiphertextException', 'IncorrectKeyException'])

/**
 * A wrapping key that never leaves AWS KMS: each data key goes there to be wrapped or unwrapped, bound to the deployment and the key's name.
 *
 * Only buffers of ours are overwritten: HTTP needs a data key as text, and JavaScript promises no erasure of texts.
 *
 * @param how.tell - Hears of every question that has to be repeated.
 * @throws {KekRefused} when a setting is missing, or the endpoint would carry data keys in clear.
 */
export function openKmsKek(settings: KmsKekSettings, { tell, limits = LIMITS }: { tell: Tell; limits?: KmsLimits }): Kek {
  const { key, ...access } = accessOf(settings)
  const ask = openKmsClient(access, { limits, tell })
  // The same for a key's id and for its ARN, which ends in it.
  const id = `kms:${key.split('/').at(-1)}`
  const bound = { KeyId: key, EncryptionContext: { deployment: settings.DEPLOYMENT_ID, kek: id } }
  return {
    id,
    async wrap(dataKey) {
      const { CiphertextBlob } = await ask('Encrypt', { ...bound, Plaintext: dataKey.toString('base64') }, Encrypted)
      return Buffer.from(CiphertextBlob, 'base64')
    },
    async unwrap(wrapped) {
      try {
        const { Plaintext } = await ask('Decrypt', { ...bound, CiphertextBlob: wrapped.toString('base64') }, Decrypted)
        return Buffer.from(Plaintext, 'base64')
      } catch (error) {
        if (error instanceof KmsRefused && NOT_WRAPPED_HERE.has(error.code))
          throw new Error('AWS KMS has not wrapped this', { cause: error })
        throw error
      }
    },
  }
}

function accessOf(settings: KmsKekSettings) {
  const { CUSTODY_KEK_KMS_KEY, CUSTODY_KEK_KMS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = settings
  const needed = { CUSTODY_KEK_KMS_KEY, CUSTODY_KEK_KMS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }
  const missing = Object.entries(needed).filter(([, value]) => value === undefined)
  if (missing.length > 0) throw new KekRefused(`CUSTODY_KEK=kms needs ${missing.map(([name]) => name).join(', ')}`)
  return {
    key: CUSTODY_KEK_KMS_KEY ?? '',
    url: endpointOf(settings),
    region: CUSTODY_KEK_KMS_REGION ?? '',
    accessKeyId: AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: settings.AWS_SESSION_TOKEN,
  }
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** A data key travels there and back, so nobody may listen on the way; on loopback nobody does. */
function endpointOf({ CUSTODY_KEK_KMS_ENDPOINT, CUSTODY_KEK_KMS_REGION, NODE_ENV }: KmsKekSettings): string {
  const { protocol, hostname, origin } = new URL(CUSTODY_KEK_KMS_ENDPOINT ?? `https://kms.${CUSTODY_KEK_KMS_REGION}.amazonaws.com`)
  if (protocol !== 'https:' && (NODE_ENV === 'production' || !LOOPBACK.test(hostname)))
    throw new KekRefused('CUSTODY_KEK_KMS_ENDPOINT must be https; plain http is for loopback outside production')
  return `${origin}/`
}
