/** The version of the interface: sent with every answer and as `api_version` in every webhook. Changes within it are additive. */
export const INTERFACE_VERSION = '2026-10-01'
