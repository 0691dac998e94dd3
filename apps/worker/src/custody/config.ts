import { RailsEnv } from '@gateway/chains/env'
import type { Rails } from '@gateway/chains/registry'
import { CustodyEnv } from '@gateway/operations/custody/env'
import { EgressEnv } from '@gateway/operations/env'
import { type Environment, readRails, readSettings } from '@gateway/operations/settings'
import { z } from 'zod'

const Env = z.object({ ...CustodyEnv.shape, ...RailsEnv.shape, ...EgressEnv.pick({ NODE_ENV: true }).shape })

/** Settings of the `custody` command, with the chains they describe. */
export type CustodyConfig = z.output<typeof Env> & { readonly rails: Rails }

/**
 * Reads the settings of the `custody` command; empty values count as absent.
 *
 * @throws {BadSettings} naming every variable that is missing or wrong, never its value.
 */
export function readCustodyConfig(environment: Environment = process.env): CustodyConfig {
  const settings = readSettings(Env, environment)
  return { ...settings, rails: readRails(settings) }
}
