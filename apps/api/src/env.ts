import { z } from 'zod'
import { rangeOf, type TrustedRange } from './http/limits/client-address.ts'
import { defaultLimits, type Limits, limitNames } from './http/limits/limits.ts'

const limit = z.int().positive()

const RateLimits = z.string().transform((text, context): Limits => {
  const changes = z.partialRecord(z.enum(limitNames), limit).safeParse(attempt(() => JSON.parse(text)))
  if (changes.success) return { ...defaultLimits, ...changes.data }
  context.addIssue({ code: 'custom', message: `must be a JSON object with positive integers: ${limitNames.join(', ')}` })
  return z.NEVER
})

const TrustedProxies = z.string().transform((text, context): TrustedRange[] => {
  const ranges = text
    .split(',')
    .filter(Boolean)
    .map((part) => attempt(() => rangeOf(part.trim())))
  if (ranges.every((range) => range !== undefined)) return ranges
  context.addIssue({ code: 'custom', message: 'must be addresses or ranges, separated by commas' })
  return z.NEVER
})

const attempt = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    // The parser's message may quote a key; the setting's own message is enough.
    return undefined
  }
}

/** Settings of the API alone. None can move money: its keys sign merchant tokens and verify signatures of others. */
export const ApiEnv = z.object({
  HOST: z.string().prefault('127.0.0.1').meta({ description: 'Address to listen on.', example: '127.0.0.1' }),
  PORT: z.coerce.number().int().min(0).max(65_535).prefault(4000).meta({ description: 'Port to listen on; 0 for any.', example: 4000 }),
  RATE_LIMITS: RateLimits.prefault('{}').meta({
    description:
      'Requests a minute where they differ from the defaults: a JSON object of default, anonymous, creation, polling, public, test, rates. All credentials of a merchant together have twice `default`.',
    example: '{"default":3000,"creation":600}',
  }),
  TRUSTED_PROXIES: TrustedProxies.prefault('').meta({
    description: 'Proxies whose X-Forwarded-For is trusted: addresses or ranges, separated by commas.',
    example: '10.0.0.0/8,192.168.1.7',
  }),
  OPERATOR_DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .meta({
      description:
        'The database again, where the operator area of the portal logs in as `gw_operator`; without it that area is off. Who breaks into this ' +
        'process then has the rights of operators at the database too.',
      example: 'postgres://127.0.0.1:5432/gateway',
    }),
  PORTAL_FOLDER: z.string().optional().meta({
    description: 'Folder of the portal that `npm run build` writes; without it the API serves no portal.',
    example: '/srv/gateway/dist/portal',
  }),
  START_PAGE_FOLDER: z.string().optional().meta({
    description: 'Folder that `npm run dev` keeps up to date for its start page and mailbox; refused in production.',
    example: '/srv/gateway/.data/start',
  }),
  FAILPOINT: z
    .string()
    .optional()
    .meta({ description: 'Kills the process at a named moment; refused in production, used by crash tests.', example: 'beforeBroadcast' }),
})
