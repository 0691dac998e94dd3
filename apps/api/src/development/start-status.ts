import { assetCodes } from '@gateway/domain/money/asset'
import { z } from 'zod'

const Time = z.iso.datetime().transform((text) => new Date(text))

/** What `npm run dev` reports about the running stack: the content of `status.json`. */
export const StartStatus = z.object({
  api: z.string(),
  folder: z.string(),
  dataFolder: z.string(),
  startedAt: Time,
  readAt: Time,
  parts: z.array(
    z.object({ id: z.string(), name: z.string(), place: z.string(), isWell: z.boolean(), at: z.string(), without: z.string() }),
  ),
  demo: z.object({ businessId: z.string(), apiKey: z.string(), email: z.string(), password: z.string() }),
  wallets: z.array(
    z.object({ name: z.string(), asset: z.enum(assetCodes), address: z.string().nullable(), balance: z.string().nullable() }),
  ),
  payCommand: z.string(),
  temporalUi: z.string(),
  emails: z.int().nonnegative(),
})
/** As it is written. */
export type StartStatus = z.input<typeof StartStatus>

/** The e-mails of the stack, newest first: the content of `mailbox.json`. */
export const StartMailbox = z.array(
  z.object({
    id: z.string(),
    receivedAt: Time,
    from: z.string(),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string().optional(),
    files: z.array(z.string()).optional(),
  }),
)
/** As it is written. */
export type StartMailbox = z.input<typeof StartMailbox>

/** Names of the two files. */
export const startFiles = { status: 'status.json', mailbox: 'mailbox.json' } as const
