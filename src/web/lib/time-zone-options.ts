/** Names that browsers still list for zones that IANA has renamed. */
const renamed: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

export const currentZoneName = (zone: string): string => renamed[zone] ?? zone;

/** "America/New York". */
export const zoneLabel = (zone: string): string => currentZoneName(zone).replaceAll('_', ' ');

/** Every time zone under its current name, `extra` first. */
export function timeZoneOptions(extra: readonly string[] = []): { value: string; label: string }[] {
  const names = [...extra, ...Intl.supportedValuesOf('timeZone')].map(currentZoneName);
  return [...new Set(names)].map((value) => ({ value, label: zoneLabel(value) }));
}
