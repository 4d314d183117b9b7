/** The zone of the clock the viewer looks at: this device's. */
export const viewerZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
