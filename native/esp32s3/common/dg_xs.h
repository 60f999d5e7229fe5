/** XS and the SDK for a binding. They lean on each other in this order. */
#ifndef DG_XS_H
#define DG_XS_H

#include "xsmc.h"

#include "xsHost.h"

#include "mc.xs.h"

#include "builtinCommon.h"

#endif
