/** The bundled server, built when there is none of the current sources, and the folder of Node's compiled code for it. */
export function builtServer(): { readonly program: string; readonly compileCache: string };
