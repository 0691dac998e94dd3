import { z } from 'zod'

const LONGEST_POLL_MS = 600_000

/** Address of a node; may contain credentials. */
export const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })

/** Milliseconds between two polls of a node. */
export const PollMs = z.coerce.number().int().min(50).max(LONGEST_POLL_MS)
