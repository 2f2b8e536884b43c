# Starts a program in a separate root directory. Runs as the first process of new mount and process
# namespaces (unshare --mount --pid --fork); used where bubblewrap is not installed.
#   sh enter-root.sh NEW_ROOT [r:FILE | w:FOLDER | p:FOLDER]... -- PROGRAM [ARG]...
# r: a file that can be read; w: a folder that can be written to; p: a folder of programs and libraries, read only.
set -e
umask 022
root=$1
shift
mount -t tmpfs -o size=1m,mode=755 none "$root"
cd "$root"
mkdir usr dev etc tmp proc
mount -t proc -o nosuid,nodev,noexec proc proc
# In a user namespace a mount keeps the restrictions of its source: a remount that drops one is refused, so
# each remount names those that do no harm.
bind_programs() {
  mount --bind "$1" ".$1"
  mount -o remount,bind,ro,nosuid,nodev ".$1"
}
bind_programs /usr
for name in bin sbin lib lib32 lib64 libx32; do
  if [ -L "/$name" ]; then cp -P "/$name" "$name"
  elif [ -e "/$name" ]; then mkdir "$name" && bind_programs "/$name"
  fi
done
if [ -e /etc/ld.so.cache ]; then
  : > etc/ld.so.cache
  mount --bind /etc/ld.so.cache etc/ld.so.cache
  mount -o remount,bind,ro,nosuid,nodev etc/ld.so.cache
fi
# Debian reaches some of ffmpeg's libraries through links in this folder.
if [ -d /etc/alternatives ]; then mkdir etc/alternatives && bind_programs /etc/alternatives; fi
for name in null zero urandom; do : > "dev/$name" && mount --bind "/dev/$name" "dev/$name"; done
while [ "$1" != -- ]; do
  path=${1#?:}
  case $1 in
    r:*)
      mkdir -p ".$(dirname "$path")"
      [ -e ".$path" ] || : > ".$path"
      mount --bind "$path" ".$path"
      mount -o remount,bind,ro,nosuid,nodev,noexec ".$path" ;;
    p:*) mkdir -p ".$path" && bind_programs "$path" ;;
    w:*)
      mkdir -p ".$path"
      mount --bind "$path" ".$path"
      mount -o remount,bind,rw,nosuid,nodev,noexec ".$path" ;;
  esac
  shift
done
shift
mkdir .old
pivot_root . .old
cd /
umount -l /.old
rmdir /.old
# Without "bind" the remount would name the options of the tmpfs too, which a user namespace refuses.
mount -o remount,bind,ro,nosuid,nodev /
unset PWD OLDPWD
exec "$@"
