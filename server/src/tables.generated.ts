// biome-ignore lint/suspicious/noEmptyInterface: no table yet
export interface Tables {}
