import { RailsEnv } from '@gateway/chains/env'
import { createRails, type Rails } from '@gateway/chains/registry'
import { CustodyEnv } from '@gateway/operations/custody/env'
import { EgressEnv } from '@gateway/operations/env'
import { z } from 'zod'
import { BadSettings } from '../config.ts'

const Env = z.object({ ...CustodyEnv.shape, ...RailsEnv.shape, ...EgressEnv.pick({ NODE_ENV: true }).shape })

/** Settings of the `custody` command, with the chains they describe. */
export type CustodyConfig = z.output<typeof Env> & { readonly rails: Rails }

/**
 * Reads the settings of the `custody` command; empty values count as absent.
 *
 * @throws {BadSettings} naming every variable that is missing or wrong, never its value.
 */
export function readCustodyConfig(environment: Readonly<Record<string, string | undefined>> = process.env): CustodyConfig {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const read = Env.safeParse(present)
  if (!read.success) throw new BadSettings(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  return { ...read.data, rails: railsOf(read.data) }
}

function railsOf(settings: RailsEnv): Rails {
  try {
    return createRails(settings)
  } catch (cause) {
    throw new BadSettings([cause instanceof Error ? cause.message : String(cause)])
  }
}
