import { z } from 'zod'

/** Settings of the database connection. */
export const DatabaseEnv = z.object({
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .meta({ description: 'Postgres 15 or newer.', example: 'postgres://gateway@127.0.0.1:5432/gateway' }),
  DATABASE_POOL: z.coerce.number().int().min(1).max(100).default(10).meta({ description: 'Connections of this process.', example: 10 }),
})
