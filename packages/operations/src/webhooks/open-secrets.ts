import type { EndpointSecrets } from '@gateway/db/webhooks/circuit-queries'
import { openWebhookSecret } from '../businesses/webhook-secret.ts'
import { SealBroken } from '../kernel/sealed-box.ts'
import type { WebhookContext } from './drain-endpoint.ts'

const NONE = Buffer.alloc(0)

/** The secrets that sign a delivery: the current one, and for a day after a rotation the former one. */
export interface OpenedSecrets {
  readonly secret: string
  readonly previousSecret?: string | undefined
}

/** Opens the secrets of an endpoint; undefined, with an alarm, when the current secret does not open. */
export function openSecrets(
  ctx: Pick<WebhookContext, 'webhookKey' | 'log'>,
  { id, sealedSecret, previousSealedSecret }: EndpointSecrets,
): OpenedSecrets | undefined {
  const open = (sealed: Uint8Array): string | undefined => {
    try {
      return openWebhookSecret(ctx.webhookKey, { endpointId: id, sealed })
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      ctx.log.error({ alarm: 'webhook_secret', endpointId: id }, 'webhook secret not opened')
      return undefined
    }
  }
  const secret = open(sealedSecret)
  return secret === undefined ? undefined : { secret, previousSecret: previousSealedSecret ? open(previousSealedSecret) : undefined }
}

/** Opens the secrets of an endpoint for one drain. */
export type SecretsOpener = (endpoint: EndpointSecrets) => OpenedSecrets | undefined

/**
 * Opens secrets like `openSecrets` and caches the last result while they are unchanged: opening costs several times as much as signing.
 *
 * A failure is not cached, so that each attempt raises the alarm and a repaired secret works.
 */
export function keepOpened(ctx: Pick<WebhookContext, 'webhookKey' | 'log'>): SecretsOpener {
  let last: { readonly endpoint: EndpointSecrets; readonly opened: OpenedSecrets } | undefined
  return (endpoint) => {
    if (last && areSame(last.endpoint, endpoint)) return last.opened
    const opened = openSecrets(ctx, endpoint)
    const isWhole = opened && (endpoint.previousSealedSecret === null || opened.previousSecret !== undefined)
    last = isWhole ? { endpoint, opened } : undefined
    return opened
  }
}

const areSame = (one: EndpointSecrets, other: EndpointSecrets): boolean =>
  one.id === other.id &&
  Buffer.compare(one.sealedSecret, other.sealedSecret) === 0 &&
  Buffer.compare(one.previousSealedSecret ?? NONE, other.previousSealedSecret ?? NONE) === 0
