import { InitialSchema } from './initial.ts'

/** Every migration, oldest first. */
export const migrations = [{ name: '202611290000-initial', class: InitialSchema }]
