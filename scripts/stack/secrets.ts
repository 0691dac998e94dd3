import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { join } from 'node:path'

/** Development keys, generated once per data folder. Base64 of DER, except the KEK, and the keys of tokens, which are hex. */
export interface Secrets {
  readonly deploymentId: string
  readonly merchantTokenKey: string
  readonly webhookSealingKey: string
  readonly webhookOpeningKey: string
  readonly kekHex: string
  /** Of parties' tokens, hex. */
  readonly partyTokenKey: string
  /** Of decisions about Lightning sends, hex. */
  readonly lightningDecisionKey: string
  /** Of decisions about card money, hex. */
  readonly processorDecisionKey: string
  /** Seals the keys that sign credentials and those of DIDs, hex. */
  readonly issuerKey: string
}

/** The keys of a data folder, each generated at the first start that knows it, readable by its owner only. */
export function openSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json')
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {}
  const secrets = { ...generate(), ...kept }
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}

function generate(): Secrets {
  const tokens = generateKeyPairSync('ed25519')
  const webhooks = generateKeyPairSync('x25519')
  return {
    deploymentId: `dev-${randomBytes(4).toString('hex')}`,
    merchantTokenKey: tokens.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    webhookSealingKey: webhooks.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    webhookOpeningKey: webhooks.privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    kekHex: randomBytes(32).toString('hex'),
    partyTokenKey: randomBytes(32).toString('hex'),
    lightningDecisionKey: randomBytes(32).toString('hex'),
    processorDecisionKey: randomBytes(32).toString('hex'),
    issuerKey: randomBytes(32).toString('hex'),
  }
}
