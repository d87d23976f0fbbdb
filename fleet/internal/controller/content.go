package controller

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/fleet/internal/rollout"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// contents remembers what a version of a source contains, so that it is read once. It is empty after a restart.
type contents struct {
	mu    sync.Mutex
	known map[types.NamespacedName]known
}

// known is what a version of the source of a pool contains.
type known struct {
	name, key, version string
	source             rollout.Source
}

func (c *contents) get(pool types.NamespacedName) known {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.known[pool]
}

func (c *contents) put(pool types.NamespacedName, k known) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known = map[types.NamespacedName]known{}
	}
	c.known[pool] = k
}

func (c *contents) forget(pool types.NamespacedName) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.known, pool)
}

// source is what the source of a pool contains; o is the ConfigMap as an informer has it, or nil. What is wrong with it
// is part of that, and comes with the time to look again, if no event says when it is right. An error is temporary.
func (r *pools) source(ctx context.Context, pool *fleet.ConfigPool, o *metav1.PartialObjectMetadata) (
	rollout.Source, time.Duration, error) {
	want, key := pool.Spec.Source, client.ObjectKeyFromObject(pool)
	if k := r.contents.get(key); o != nil && k.name == want.Name && k.key == want.Key &&
		k.version == o.ResourceVersion {
		return k.source, 0, nil
	}
	object, err := r.read(ctx, pool) // Also if the informer does not have it: it may be late.
	switch {
	case apierrors.IsNotFound(err):
		return rollout.Source{Problem: fmt.Sprintf("ConfigMap %s does not exist in namespace %s: create it, or name "+
			"another one in spec.source.name", want.Name, pool.Namespace)}, 0, nil
	case apierrors.IsForbidden(err):
		return rollout.Source{Problem: fmt.Sprintf("ConfigMap %s cannot be read: permit config-fleet to get ConfigMaps in "+
			"namespace %s (%v)", want.Name, pool.Namespace, err)}, retry, nil
	case err != nil:
		return rollout.Source{}, 0, err
	}
	source := contentOf(object, want.Key)
	r.contents.put(key, known{want.Name, want.Key, object.ResourceVersion, source})
	return source, 0, nil
}

func (r *pools) read(ctx context.Context, pool *fleet.ConfigPool) (*corev1.ConfigMap, error) {
	object := &corev1.ConfigMap{}
	return object, r.live.Get(ctx, types.NamespacedName{Namespace: pool.Namespace, Name: pool.Spec.Source.Name}, object)
}

func contentOf(object *corev1.ConfigMap, key string) rollout.Source {
	text, found := object.Data[key]
	data, binary := object.BinaryData[key]
	if found {
		data = []byte(text)
	}
	payload, err := dynamic.NewPayload(map[string][]byte{key: data})
	switch {
	case !found && !binary:
		keys := slices.Sorted(maps.Keys(object.Data))
		keys = append(keys, slices.Sorted(maps.Keys(object.BinaryData))...)
		return rollout.Source{Problem: fmt.Sprintf("ConfigMap %s does not have the key %s: add it, or name another one in "+
			"spec.source.key (it has: %s)", object.Name, key, cmp.Or(strings.Join(keys, ", "), "none"))}
	case len(data) == 0:
		return rollout.Source{Problem: fmt.Sprintf("key %s of ConfigMap %s is empty: write the configuration into it",
			key, object.Name)}
	case err != nil:
		return rollout.Source{Problem: fmt.Sprintf("key %s of ConfigMap %s cannot be a configuration: %v",
			key, object.Name, err)}
	}
	return rollout.Source{Digest: string(payload.Digest())}
}

// errChanged returns a conflict: the content has changed since the decision.
func errChanged(name string) error {
	return apierrors.NewConflict(corev1.Resource("configmaps"), name, errors.New("its content has changed"))
}

// copyContent creates the immutable copy of the content of a pool, or marks the existing copy as taken. It returns a
// problem if the copy cannot be created; a conflict and other errors are temporary.
func (r *pools) copyContent(ctx context.Context, pool *fleet.ConfigPool, c rollout.Copy) (problem string, err error) {
	annotations := map[string]string{
		fleet.DigestAnnotation: c.Digest, fleet.KeyAnnotation: c.Key, fleet.TakenForAnnotation: c.TakenFor,
	}
	if c.ResourceVersion != "" {
		patch, err := json.Marshal(map[string]any{
			"metadata": map[string]any{"resourceVersion": c.ResourceVersion, "annotations": annotations},
		})
		if err == nil {
			err = r.Patch(ctx, configMap(pool.Namespace, c.Name), client.RawPatch(types.MergePatchType, patch))
		}
		return "", err
	}
	object, err := r.read(ctx, pool)
	if err != nil {
		return "", err
	}
	if contentOf(object, c.Key).Digest != c.Digest {
		return "", errChanged(object.Name)
	}
	immutable := true
	made := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: pool.Namespace, Name: c.Name, Annotations: annotations,
			Labels: map[string]string{fleet.PoolLabel: pool.Name},
		},
		Immutable: &immutable,
	}
	if text, ok := object.Data[c.Key]; ok {
		made.Data = map[string]string{c.Key: text}
	} else {
		made.BinaryData = map[string][]byte{c.Key: object.BinaryData[c.Key]}
	}
	err = r.Create(ctx, made)
	switch {
	case apierrors.IsAlreadyExists(err):
		return r.existing(ctx, pool, c)
	case apierrors.IsForbidden(err), apierrors.IsInvalid(err), apierrors.IsRequestEntityTooLargeError(err):
		return fmt.Sprintf("the copy %s of the content cannot be made: %v", c.Name, err), nil
	}
	return "", err
}

// existing returns the problem of an existing ConfigMap with the name of a copy. If it is the copy, the informer is
// late, and existing returns a conflict.
func (r *pools) existing(ctx context.Context, pool *fleet.ConfigPool, c rollout.Copy) (problem string, err error) {
	object := configMap(pool.Namespace, c.Name)
	if err := r.live.Get(ctx, client.ObjectKeyFromObject(object), object); err != nil {
		return "", client.IgnoreNotFound(err)
	}
	if object.Labels[fleet.PoolLabel] == pool.Name && object.Annotations[fleet.DigestAnnotation] == c.Digest {
		return "", apierrors.NewConflict(corev1.Resource("configmaps"), c.Name, errors.New("it exists"))
	}
	return fmt.Sprintf("ConfigMap %s already exists and was not created by this pool: rename or delete it",
		c.Name), nil
}
