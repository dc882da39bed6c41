import type { Plugin } from "vite";

export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  readonly licence?: string;
  readonly text?: string;
}
export declare const noticesFile: string;
export declare function packageFolder(module: string): string | undefined;
export declare function notices(packages: readonly BundledPackage[]): string;
export declare function thirdPartyNotices(): Plugin;
