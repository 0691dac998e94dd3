import { z } from 'zod'
import { type KmsLimits, KmsRefused, openKmsClient } from './kms-client.ts'
import type { CustodyEnv } from '../env.ts'
import { type Kek, KekRefused, type Tell } from './kek.ts'

/** The settings of a wrapping key in AWS KMS. */
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

/** At most half a minute per seed; the supervisor restarts the process after that. */
const LIMITS: KmsLimits = { answerMs: 5_000, pausesMs: [250, 750, 2_000] }

const Encrypted = z.object({ CiphertextBlob: z.base64() })
const Decrypted = z.object({ Plaintext: z.base64() })

/** The codes for a ciphertext of another key or encryption context (AWS KMS API reference, Decrypt). */
const NOT_WRAPPED_HERE = new Set(['InvalidCiphertextException', 'IncorrectKeyException'])

/**
 * A wrapping key that never leaves AWS KMS; each data key is bound to the deployment and the key's name.
 *
 * Only our buffers are erased: HTTP needs a data key as a string, which JavaScript cannot erase.
 *
 * @param how.tell - Called before each retry.
 * @throws {KekRefused} when a setting is missing, or the endpoint would carry data keys unencrypted.
 */
export function openKmsKek(settings: KmsKekSettings, { tell, limits = LIMITS }: { tell: Tell; limits?: KmsLimits }): Kek {
  const { key, ...access } = accessOf(settings)
  const ask = openKmsClient(access, { limits, tell })
  // Equal for a key's id and its ARN, which ends in the id.
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

/** Data keys cross this connection, so it must be encrypted outside loopback. */
function endpointOf({ CUSTODY_KEK_KMS_ENDPOINT, CUSTODY_KEK_KMS_REGION, NODE_ENV }: KmsKekSettings): string {
  const { protocol, hostname, origin } = new URL(CUSTODY_KEK_KMS_ENDPOINT ?? `https://kms.${CUSTODY_KEK_KMS_REGION}.amazonaws.com`)
  if (protocol !== 'https:' && (NODE_ENV === 'production' || !LOOPBACK.test(hostname)))
    throw new KekRefused('CUSTODY_KEK_KMS_ENDPOINT must be https; plain http is for loopback outside production')
  return `${origin}/`
}
