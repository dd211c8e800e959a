import { createDiskReserve, type DiskReserve, type DiskReserveDeps, type DiskSpace, diskSpaceOf } from './disk.ts';

/** What keeps a full disk from losing anything. */
export interface Guards {
  diskSpace: DiskSpace;
  /** Space that only deletions may use. */
  reserve: DiskReserve;
}

/** For tests: another `diskSpace` than the folder's. */
type Deps = Omit<DiskReserveDeps, 'diskSpace'> & { diskSpace?: DiskSpace | undefined };

export function openGuards(deps: Deps): Guards {
  const { diskSpace = diskSpaceOf(deps.folder) } = deps;
  return { diskSpace, reserve: createDiskReserve({ ...deps, diskSpace }) };
}
