/** One member of an operation's input. */
export interface ManualMember {
  /** In snake_case; its option is the same with dashes. */
  readonly name: string
  /** `json` where a text cannot stand for the value: whole numbers, objects, arrays; `file` is named by its path. */
  readonly kind: 'text' | 'json' | 'file'
  readonly isRequired: boolean
  readonly description: string
}

/** What the command line knows about an operation, from the API description. */
export interface ManualEntry {
  readonly summary: string
  readonly description: string
  /** The ids of its path, in order. */
  readonly path: readonly string[]
  readonly members: readonly ManualMember[]
}

/** Every operation under its name, `payments.create`. */
export type Manual = Readonly<Record<string, ManualEntry>>
