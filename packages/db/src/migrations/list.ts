import { InitialSchema } from './initial.ts'

/** Every migration, oldest first. */
export const migrations = [{ name: '202611281500-initial', class: InitialSchema }]
