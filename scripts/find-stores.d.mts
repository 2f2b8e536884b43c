export declare function findPostgres(): string | null;
export declare function hasCeph(): boolean;
export declare function fetchPostgres(): void;
export declare function libraryPath(program: string): string | undefined;
