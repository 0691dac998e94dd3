import { z } from 'zod'
import type { EgressRules } from './context.ts'
import { derPublicKey } from './settings.ts'

const EGRESS_RULE = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+):(\*|\d{1,5})$/i

const EgressAllow = z.string().transform((text, context): EgressRules['allow'] => {
  const rules = text
    .split(',')
    .filter(Boolean)
    .map((rule) => EGRESS_RULE.exec(rule.trim()))
  if (rules.every((rule) => rule !== null)) return rules.map(([, host = '', port]) => ({ host, port: port === '*' ? 'any' : Number(port) }))
  context.addIssue({ code: 'custom', message: 'must be a comma-separated list of host:port, with * for any port' })
  return z.NEVER
})

/** Private targets that webhooks may reach outside production. */
export const EgressEnv = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).prefault('production').meta({
    description: 'Anything but `production` allows development settings.',
    example: 'production',
  }),
  EGRESS_ALLOW: EgressAllow.prefault('').meta({
    description:
      'Private hosts and ports that webhooks may reach over http; refused in production. Their names are asked of this machine, all others of the DNS alone.',
    example: '127.0.0.1:*',
  }),
})

/** The address of Temporal. */
export const TemporalEnv = z.object({
  TEMPORAL_ADDRESS: z
    .string()
    .prefault('127.0.0.1:7233')
    .meta({ description: 'Host and port of the Temporal frontend.', example: '127.0.0.1:7233' }),
  TEMPORAL_NAMESPACE: z.string().prefault('default').meta({ description: 'Namespace of all workflows.', example: 'default' }),
})

/** The address of a process's metrics. */
export const MetricsEnv = z.object({
  METRICS_PORT: z.coerce.number().int().min(1).max(65_535).optional().meta({
    description: 'Port on which `/metrics` is shown in the Prometheus form; none without it. The signer refuses it: it has no listener.',
    example: 9464,
  }),
  METRICS_BIND: z.string().prefault('127.0.0.1').meta({
    description: 'Address of the listener for metrics; loopback or a private interface.',
    example: '127.0.0.1',
  }),
})

/** The public address of the deployment. */
export const PublicUrlEnv = z.object({
  PUBLIC_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((text) => text.replace(/\/+$/, ''))
    .meta({
      description:
        'Origin under which clients reach the api: of checkout pages and e-mailed links, and the issuer of merchants’ tokens. The same for every process.',
      example: 'https://pay.example',
    }),
})

/** The key of the roles that queue e-mails and store webhook secrets, and cannot read them. */
export const SealingEnv = z.object({
  WEBHOOK_SEALING_KEY: derPublicKey('x25519').meta({
    description:
      'X25519 public key that webhook secrets and e-mails are sealed to: base64 of SPKI DER. The operator command needs it to e-mail a refund link.',
    example: 'MCowBQYDK2VuAyEA…',
  }),
})
