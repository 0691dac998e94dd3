/**
 * An input whose members may each be named in snake_case, as the API description has them, or in camelCase.
 * The API accepts both; one of the two names is enough for a required member.
 */
export type EitherSpelling<Input> = Input extends unknown
  ? (RequiredNames<Input> extends never ? unknown : RequiredMembers<Input>) & OptionalMembers<Input>
  : never

/** `business_id` → `businessId`. */
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name

type RequiredNames<Input> = { [Name in keyof Input]-?: Record<never, never> extends Pick<Input, Name> ? never : Name }[keyof Input] & string

type OptionalMembers<Input, Name extends keyof Input & string = Exclude<keyof Input & string, RequiredNames<Input>>> = {
  [Snake in Name]?: Input[Snake]
} & { [Snake in Name as CamelCase<Snake>]?: Input[Snake] }

/** A function that takes each member takes their intersection: each member's two names stay a union. */
type RequiredMembers<Input> = {
  [Name in RequiredNames<Input>]: (member: Pick<Input, Name> | { [Camel in CamelCase<Name>]: Input[Name] }) => void
}[RequiredNames<Input>] extends (member: infer All) => void
  ? All
  : never
